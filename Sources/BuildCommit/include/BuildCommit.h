#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

// The commit that the package was built from; empty where nobody named it. Only BuildCommit.c is compiled again
// when the commit is another one.
const char *_Nonnull buildCommit(void);

#endif
