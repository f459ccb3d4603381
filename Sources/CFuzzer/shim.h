#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs that have a main function of their own. Source: LLVM,
// compiler-rt/lib/fuzzer/FuzzerDriver.cpp.
int LLVMFuzzerRunDriver(int *argumentCount, char ***arguments,
                        int (*test)(const uint8_t *bytes, size_t byteCount));

