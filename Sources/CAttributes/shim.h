#pragma once

// Extended attributes of files, which Swift's own module of the C library leaves out.
#ifdef __linux__
#include <sys/xattr.h>
#endif
