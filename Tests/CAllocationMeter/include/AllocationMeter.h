#pragma once

#include <stddef.h>

// Counts how much heap memory each thread holds, in every program that links with this.
//
// With glibc, the functions of malloc are replaced by ones that count and call glibc's. With a
// sanitizer, which replaces them itself, its hooks count. Elsewhere, nothing is counted.

/// Starts to count, if that is necessary. Returns 1, or 0 if nothing is counted.
int allocationMeterStart(void);

/// The bytes that this thread has allocated, minus those that it has freed.
ptrdiff_t allocationMeterByteCount(void);

/// The bytes that this thread has ever allocated.
ptrdiff_t allocationMeterTotal(void);

/// The most bytes that this thread has held since the last reset.
ptrdiff_t allocationMeterPeak(void);

/// Resets the peak to the current count.
void allocationMeterResetPeak(void);

/// Whether this was built with a sanitizer, which takes memory of its own.
int allocationMeterIsSanitized(void);
