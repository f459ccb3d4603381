#pragma once

/// Returns the address of a function of the libraries that are linked in, or null if it isn't one that the program
/// uses.
void *_Nullable decoders_function(const char *_Nonnull name);
