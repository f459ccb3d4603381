// Starts the program on a system with a C library: program STEPS
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int32_t check_core(int32_t step_count);

int main(int count, char **arguments) {
  if (count != 2) return 2;
  // Flush every line, because a trap loses buffered output.
  setvbuf(stdout, NULL, _IOLBF, 0);
  return check_core(atoi(arguments[1])) == 0 ? 0 : 1;
}
