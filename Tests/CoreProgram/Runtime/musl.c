// What Embedded Swift asks for and musl lacks.
#include <stddef.h>
#include <string.h>

// The seed of hash tables. Nothing that the program prints may depend on their order.
void arc4random_buf(void *buffer, size_t count) { memset(buffer, 0x5A, count); }
