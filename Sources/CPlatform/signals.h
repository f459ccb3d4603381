#pragma once

// An atomic number that a signal handler stores and worker threads load. Swift's own atomics need a newer
// macOS than the oldest one this package supports.
static inline void storeSignal(int *_Nonnull place, int number) {
  __atomic_store_n(place, number, __ATOMIC_RELAXED);
}

static inline int loadSignal(const int *_Nonnull place) {
  return __atomic_load_n(place, __ATOMIC_RELAXED);
}
