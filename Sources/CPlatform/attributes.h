#pragma once

// Access lists of files. Linux keeps them in extended attributes. Its header of these would bring types
// along that Swift then takes for this module's, so the functions are declared here. Source: getxattr(2),
// removexattr(2).
#ifdef __linux__
__PTRDIFF_TYPE__ fgetxattr(int descriptor, const char *name, void *value, __SIZE_TYPE__ size);
int fremovexattr(int descriptor, const char *name);
#elif defined(__APPLE__)
#include <sys/acl.h>
#endif
