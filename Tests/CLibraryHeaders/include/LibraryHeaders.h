#pragma once

// A number that a header declares: a constant, a type's size or a field's offset.
typedef struct {
  const char *name;
  long value;
} HeaderFact;

// The facts that this package's own headers and those of the installed libraries declare, in the same order,
// up to one without a name.
const HeaderFact *declaredHeaderFacts(void);
const HeaderFact *installedHeaderFacts(void);
