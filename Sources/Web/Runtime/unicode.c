// Replaces the Unicode tables of Swift's strings, which would be a tenth of the page. The core compares, splits and
// changes the case of ASCII only; other texts, such as names and titles, are passed on byte by byte. So these answers
// suffice: a text is normalised, a character is one scalar, and letters beyond Latin-1 have no case. Swift itself
// combines CR with LF, and Hangul.
typedef unsigned char byte;
typedef unsigned short u16;
typedef unsigned int u32;

enum { UPPERCASE, LOWERCASE, TITLECASE };
enum { DECIMAL_DIGIT = 2, NONE = 0xFF };

// No combining class, and the quick checks for normalisation succeed.
u16 _swift_stdlib_getNormData(u32 scalar) { return 0; }
u32 _swift_stdlib_getComposition(u32 left, u32 right) { return ~0u; }
u32 _swift_stdlib_getDecompositionEntry(u32 scalar) { return 0; }
const byte *const _swift_stdlib_nfd_decompositions;

byte _swift_stdlib_getGraphemeBreakProperty(u32 scalar) { return NONE; }
_Bool _swift_stdlib_isExtendedPictographic(u32 scalar) { return 0; }
_Bool _swift_stdlib_isInCB_Consonant(u32 scalar) { return 0; }

byte _swift_stdlib_getNumericType(u32 scalar) { return scalar >= '0' && scalar <= '9' ? DECIMAL_DIGIT : NONE; }

const byte *_swift_stdlib_getSpecialMapping(u32 scalar, byte mapping, long *length) { return 0; }

// Returns the distance from a letter to the same letter in another case.
int _swift_stdlib_getMapping(u32 scalar, byte mapping) {
  u32 small = scalar | 0x20;
  if ((small < 'a' || small > 'z') && (small < 0xE0 || small > 0xFE || small == 0xF7)) return 0;
  return (int)((mapping == LOWERCASE ? small : small & ~0x20u) - scalar);
}
