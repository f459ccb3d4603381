#include "decoders.h"

#include <string.h>

// The functions that the program looks up by name, as it does in libraries that it loads.
#define FUNCTIONS(each) \
  each(sf_open_virtual) each(sf_close) each(sf_error) each(sf_get_string) each(sf_seek) each(sf_command) \
  each(sf_readf_short) each(sf_readf_int) each(sf_readf_float) each(sf_readf_double) \
  each(sf_writef_short) \
  each(src_new) each(src_process) each(src_delete) each(src_get_version) \
  each(inflateInit2_) each(inflate) each(inflateEnd) each(crc32)

// Only their addresses are used here, so their types don't matter.
#define DECLARE(function) extern char function[];
FUNCTIONS(DECLARE)

void *decoders_function(const char *name) {
#define RETURN(function) \
  if (strcmp(name, #function) == 0) return function;
  FUNCTIONS(RETURN)
  return 0;
}
