/// The start of the page of `make web` in one file, which `alertsound preview` puts sounds into.
const unsigned char *alertsound_page(void);

/// The page's size in bytes.
unsigned long alertsound_page_byte_count(void);
