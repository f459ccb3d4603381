#pragma once

// glibc's settings for malloc, which Swift's own module leaves out. Other systems have none.
#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
