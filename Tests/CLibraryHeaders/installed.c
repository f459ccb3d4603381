#include <samplerate.h>
#include <sndfile.h>

#include "facts.h"

const HeaderFact *installedHeaderFacts(void) { return facts; }
