#pragma once

// glibc's settings for malloc and for threads' stacks, which Swift's own module leaves out. Other systems have
// none.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <pthread.h>
// pthread.h has it for those who ask for GNU's extensions before anything else.
int pthread_setattr_default_np(const pthread_attr_t *_Nonnull attributes);
#endif
