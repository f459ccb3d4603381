// Starts the program on a system with a C library.
#include <stdint.h>
#include <stdio.h>

int32_t check_core(void);

int main(void) {
  // A trap loses what is still buffered.
  setvbuf(stdout, NULL, _IOLBF, 0);
  return check_core() == 0 ? 0 : 1;
}
