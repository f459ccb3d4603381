// The functions that Embedded Swift calls and musl lacks.
#include <stddef.h>
#include <string.h>

// The seed of hash tables. The program's output must not depend on their order.
void arc4random_buf(void *buffer, size_t count) { memset(buffer, 0x5A, count); }
