#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry point for programs with their own main function. Source: LLVM,
// compiler-rt/lib/fuzzer/FuzzerDriver.cpp.
int LLVMFuzzerRunDriver(int *argumentCount, char ***arguments,
                        int (*test)(const uint8_t *bytes, size_t byteCount));

