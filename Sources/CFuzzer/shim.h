#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs that have a main function of their own. Source: LLVM,
// compiler-rt/lib/fuzzer/FuzzerDriver.cpp.
int LLVMFuzzerRunDriver(int *argumentCount, char ***arguments,
                        int (*test)(const uint8_t *bytes, size_t byteCount));

// What the sanitizers tell of the heap. Source: sanitizer/allocator_interface.h.
int __sanitizer_install_malloc_and_free_hooks(
    void (*allocate)(const volatile void *address, size_t byteCount),
    void (*release)(const volatile void *address));
size_t __sanitizer_get_allocated_size(const volatile void *address);
