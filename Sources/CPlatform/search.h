#pragma once

// The first occurrence of bytes. Swift's module for glibc leaves the function out; it has a name of its own here,
// because musl's and Apple's modules have it. Source: memmem(3).
#ifdef __APPLE__
#define ALERTSOUND_MEMMEM "_memmem"
#else
#define ALERTSOUND_MEMMEM "memmem"
#endif
const void *_Nullable findBytes(const void *_Nonnull bytes, __SIZE_TYPE__ count,
                                const void *_Nonnull wanted, __SIZE_TYPE__ wantedCount)
    __asm__(ALERTSOUND_MEMMEM);
