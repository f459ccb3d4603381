#pragma once

// The processors that a process may use. Swift's module for glibc leaves the function out; it has a name of its
// own here, because musl's module has it. Source: sched_getaffinity(2).
#ifdef __linux__
int getAffinity(int process, __SIZE_TYPE__ byteCount, void *mask) __asm__("sched_getaffinity");
#endif
