// The functions that Embedded Swift needs from a C library: memory allocation, and what the compiler calls implicitly.
typedef __SIZE_TYPE__ size_t;
typedef unsigned char byte;
typedef unsigned long long u64;

extern byte __heap_base;

// The allocator takes memory from the end of the heap and never returns it to the system. It keeps a list of freed
// blocks for each size class; the classes are powers of two. A block begins with its class, 16 bytes before the
// caller's memory.
enum { HEADER = 16, CLASSES = 32 };
static void *freed[CLASSES];
static size_t next, end;

static void *from_heap(size_t size) {
  if (!next) {
    next = ((size_t)&__heap_base + 15) & ~(size_t)15;
    end = __builtin_wasm_memory_size(0) << 16;
  }
  if (size > end - next) {
    size_t pages = (size - (end - next) + 0xFFFF) >> 16;
    if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return 0;
    end += pages << 16;
  }
  void *block = (void *)next;
  next += size;
  return block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment > HEADER || size > (size_t)1 << 30) return 12;
  unsigned class = 5;
  while (((size_t)1 << class) < size + HEADER) class++;
  byte *block = freed[class];
  if (block)
    freed[class] = *(void **)(block + HEADER);
  else
    block = from_heap((size_t)1 << class);
  if (!block) return 12;
  *(unsigned *)block = class;
  *result = block + HEADER;
  return 0;
}

void free(void *pointer) {
  if (!pointer) return;
  byte *block = (byte *)pointer - HEADER;
  unsigned class = *(unsigned *)block;
  *(void **)pointer = freed[class];
  freed[class] = block;
}

// The seed of hash tables. Output must not depend on the order in these tables.
void arc4random_buf(void *buffer, size_t count) { __builtin_memset(buffer, 0x5A, count); }

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int value, size_t count) { return __builtin_memset(to, value, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const byte *a = left, *b = right;
  for (size_t index = 0; index < count; index++)
    if (a[index] != b[index]) return a[index] < b[index] ? -1 : 1;
  return 0;
}

// The product of two 128-bit numbers, like compiler-rt's.
void __multi3(u64 *result, u64 al, u64 ah, u64 bl, u64 bh) {
  u64 a0 = (unsigned)al, a1 = al >> 32, b0 = (unsigned)bl, b1 = bl >> 32;
  u64 low = a0 * b0, mixed = a0 * b1, other = a1 * b0;
  u64 middle = (low >> 32) + (unsigned)mixed + (unsigned)other;
  result[0] = middle << 32 | (unsigned)low;
  result[1] = a1 * b1 + (mixed >> 32) + (other >> 32) + (middle >> 32) + al * bh + ah * bl;
}

double round(double number) {
  double whole = __builtin_trunc(number), rest = number - whole;
  return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole;
}
