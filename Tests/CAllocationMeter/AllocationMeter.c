#include "AllocationMeter.h"

#include <errno.h>  // also defines __GLIBC__

// Other kinds of thread-local storage may be allocated by malloc itself.
#define THREAD_LOCAL static __thread __attribute__((tls_model("initial-exec")))

THREAD_LOCAL ptrdiff_t byteCount;
THREAD_LOCAL ptrdiff_t peak;
THREAD_LOCAL ptrdiff_t total;

ptrdiff_t allocationMeterByteCount(void) { return byteCount; }
ptrdiff_t allocationMeterPeak(void) { return peak; }
ptrdiff_t allocationMeterTotal(void) { return total; }
void allocationMeterResetPeak(void) { peak = byteCount; }

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(SANITIZED)
int allocationMeterIsSanitized(void) { return 1; }
#else
int allocationMeterIsSanitized(void) { return 0; }
#endif

#if defined(SANITIZED) || defined(__GLIBC__)
static void add(size_t size) {
  byteCount += (ptrdiff_t)size;
  total += (ptrdiff_t)size;
  if (byteCount > peak) peak = byteCount;
}

static void subtract(size_t size) { byteCount -= (ptrdiff_t)size; }
#endif

#if defined(SANITIZED)

// The sanitizers' heap interface. Source: LLVM, sanitizer/allocator_interface.h.
int __sanitizer_install_malloc_and_free_hooks(
    void (*allocate)(const volatile void *address, size_t size),
    void (*release)(const volatile void *address));
size_t __sanitizer_get_allocated_size(const volatile void *address);

static void allocated(const volatile void *address, size_t size) { add(size); }

static void released(const volatile void *address) {
  subtract(__sanitizer_get_allocated_size(address));
}

int allocationMeterStart(void) {
  static int status;
  if (!status) status = __sanitizer_install_malloc_and_free_hooks(allocated, released);
  return status != 0;
}

#elif defined(__GLIBC__)

#include <malloc.h>

// glibc's own functions, under names that programs don't replace. Source: glibc manual, "Replacing
// malloc".
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *address, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *address);

int allocationMeterStart(void) { return 1; }

static void *counted(void *address) {
  if (address) add(malloc_usable_size(address));
  return address;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *address, size_t size) {
  size_t old = malloc_usable_size(address);
  void *moved = __libc_realloc(address, size);
  if (moved || size == 0) subtract(old);
  return counted(moved);
}

void *memalign(size_t alignment, size_t size) {
  return counted(__libc_memalign(alignment, size));
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **address, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void *memory = memalign(alignment, size);
  if (!memory) return ENOMEM;
  *address = memory;
  return 0;
}

void free(void *address) {
  if (address) subtract(malloc_usable_size(address));
  __libc_free(address);
}

#else

int allocationMeterStart(void) { return 0; }

#endif
