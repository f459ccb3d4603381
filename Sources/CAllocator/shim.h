#pragma once

// Settings of the C library for memory, which Swift's own module leaves out: glibc's for malloc, and glibc's and
// musl's for threads' stacks. Other systems have none.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <pthread.h>
// pthread.h has it for those who ask for GNU's extensions before anything else.
int pthread_setattr_default_np(const pthread_attr_t *_Nonnull attributes);
#endif
