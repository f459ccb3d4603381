#pragma once

// A number that the handler of a signal stores and threads at work load. Swift's own atomic numbers are newer
// than the oldest macOS that the package is for.
static inline void storeSignal(int *_Nonnull place, int number) {
  __atomic_store_n(place, number, __ATOMIC_RELAXED);
}

static inline int loadSignal(const int *_Nonnull place) {
  return __atomic_load_n(place, __ATOMIC_RELAXED);
}
