#pragma once

// Extended attributes of files, which Swift's module for the C library leaves out.
#ifdef __linux__
#include <sys/xattr.h>
#endif
