#pragma once

#include <stddef.h>

// Counts how much of the heap each thread has, in every program that links with this.
//
// With glibc the functions of malloc are replaced by ones that count and call glibc's; with a
// sanitizer, which replaces them itself, its hooks count. Elsewhere nothing does.

/// Begins to count, where that has to begin. Returns 1, or 0 where nothing counts.
int allocationMeterStart(void);

/// The bytes that this thread has allocated less those that it has freed.
ptrdiff_t allocationMeterByteCount(void);

/// The bytes that this thread has ever allocated.
ptrdiff_t allocationMeterTotal(void);

/// The most bytes this thread has had since it was last reset.
ptrdiff_t allocationMeterPeak(void);

/// Lowers the peak to what there is now.
void allocationMeterResetPeak(void);

/// Whether this was built with a sanitizer, which takes memory of its own.
int allocationMeterIsSanitized(void);
