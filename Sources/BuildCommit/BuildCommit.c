#include "BuildCommit.h"

#ifndef BUILD_COMMIT
#define BUILD_COMMIT ""
#endif

const char *buildCommit(void) { return BUILD_COMMIT; }
