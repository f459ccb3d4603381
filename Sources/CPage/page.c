#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char page[] = {
#embed "../../.build-web/alertsound.html"
};

const unsigned char *alertsound_page(void) { return page; }

unsigned long alertsound_page_byte_count(void) { return sizeof page; }
