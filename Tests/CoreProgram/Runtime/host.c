// Starts the program on a system with a C library.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int32_t check_core(int32_t is_brief);

int main(int count, char **arguments) {
  // A trap loses what is still buffered.
  setvbuf(stdout, NULL, _IOLBF, 0);
  return check_core(count > 1 && !strcmp(arguments[1], "brief")) == 0 ? 0 : 1;
}
