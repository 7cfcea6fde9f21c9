#include "CurlLibrary.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// The message of a finished request, as libcurl lays it out.
typedef struct {
  int message;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} CurlMessage;

// The functions that are used. Those with `...` must be called as such: on arm64 the arguments of a
// variadic function lie elsewhere than those of another.
static struct {
  int (*global_init)(long);
  void *(*easy_init)(void);
  void (*easy_reset)(void *);
  void (*easy_cleanup)(void *);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_getinfo)(void *, int, ...);
  const char *(*easy_strerror)(int);
  void *(*slist_append)(void *, const char *);
  void (*slist_free_all)(void *);
  void *(*multi_init)(void);
  int (*multi_setopt)(void *, int, ...);
  int (*multi_add_handle)(void *, void *);
  int (*multi_remove_handle)(void *, void *);
  int (*multi_perform)(void *, int *);
  int (*multi_poll)(void *, void *, unsigned, int, int *);
  int (*multi_wakeup)(void *);
  CurlMessage *(*multi_info_read)(void *, int *);
} curl;

static const struct {
  const char *name;
  void *slot;
} symbols[] = {
    {"curl_global_init", &curl.global_init},
    {"curl_easy_init", &curl.easy_init},
    {"curl_easy_reset", &curl.easy_reset},
    {"curl_easy_cleanup", &curl.easy_cleanup},
    {"curl_easy_setopt", &curl.easy_setopt},
    {"curl_easy_getinfo", &curl.easy_getinfo},
    {"curl_easy_strerror", &curl.easy_strerror},
    {"curl_slist_append", &curl.slist_append},
    {"curl_slist_free_all", &curl.slist_free_all},
    {"curl_multi_init", &curl.multi_init},
    {"curl_multi_setopt", &curl.multi_setopt},
    {"curl_multi_add_handle", &curl.multi_add_handle},
    {"curl_multi_remove_handle", &curl.multi_remove_handle},
    {"curl_multi_perform", &curl.multi_perform},
    {"curl_multi_poll", &curl.multi_poll},
    {"curl_multi_wakeup", &curl.multi_wakeup},
    {"curl_multi_info_read", &curl.multi_info_read},
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CurlLibraryState state = CurlLibraryMissing;

// The libraries below libcurl free their tables when the process exits, while the thread of the
// transfers still runs: 58 of 200 programs that ended during transfers crashed. Every call that may
// reach those tables holds this lock for reading; the handler of the exit takes it for writing and
// keeps it, so that such calls wait for the end. With it, 0 of 200 crashed.
static pthread_rwlock_t exit_lock = PTHREAD_RWLOCK_INITIALIZER;
static pid_t owner;

// The exit must not hang on a call that does not return; two seconds are far more than one takes.
static const time_t exit_patience = 2;

static void hold_transfers(void) {
  // A forked child has no thread of transfers, but perhaps a lock that this thread held.
  if (getpid() != owner) return;
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_sec += exit_patience;
  pthread_rwlock_timedwrlock(&exit_lock, &end);
}

static void load(void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  state = CurlLibraryTooOld;
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (!symbol) return;
    *(void **)symbols[i].slot = symbol;
  }
  if (curl.global_init(3 /* CURL_GLOBAL_ALL */) != 0) return;
  owner = getpid();
  // After the initialisation, so that it runs before the handlers which that registered.
  atexit(hold_transfers);
  state = CurlLibraryLoaded;
}

CurlLibraryState curl_library_state(void) {
  pthread_once(&once, load);
  return state;
}

void curl_library_block_signals(void) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL);
}

void *curl_library_easy_init(void) { return curl.easy_init(); }

void curl_library_easy_reset(void *easy) { curl.easy_reset(easy); }

void curl_library_easy_cleanup(void *easy) {
  pthread_rwlock_rdlock(&exit_lock);
  curl.easy_cleanup(easy);
  pthread_rwlock_unlock(&exit_lock);
}

int curl_library_set_long(void *easy, int option, long value) {
  return curl.easy_setopt(easy, option, value);
}

int curl_library_set_offset(void *easy, int option, int64_t value) {
  return curl.easy_setopt(easy, option, value);
}

int curl_library_set_text(void *easy, int option, const char *value) {
  return curl.easy_setopt(easy, option, value);
}

int curl_library_set_pointer(void *easy, int option, void *value) {
  return curl.easy_setopt(easy, option, value);
}

int curl_library_set_callback(void *easy, int option, CurlDataCallback value) {
  return curl.easy_setopt(easy, option, value);
}

long curl_library_get_long(void *easy, int info) {
  long value = 0;
  return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

int64_t curl_library_get_offset(void *easy, int info) {
  int64_t value = 0;
  return curl.easy_getinfo(easy, info, &value) == 0 ? value : 0;
}

const char *curl_library_text(int code) { return curl.easy_strerror(code); }

void *curl_library_list_append(void *list, const char *text) {
  return curl.slist_append(list, text);
}

void curl_library_list_free(void *list) { curl.slist_free_all(list); }

void *curl_library_multi_init(void) { return curl.multi_init(); }

int curl_library_multi_set_long(void *multi, int option, long value) {
  return curl.multi_setopt(multi, option, value);
}

int curl_library_multi_add(void *multi, void *easy) {
  pthread_rwlock_rdlock(&exit_lock);
  int code = curl.multi_add_handle(multi, easy);
  pthread_rwlock_unlock(&exit_lock);
  return code;
}

void curl_library_multi_remove(void *multi, void *easy) {
  pthread_rwlock_rdlock(&exit_lock);
  curl.multi_remove_handle(multi, easy);
  pthread_rwlock_unlock(&exit_lock);
}

int curl_library_multi_perform(void *multi) {
  int running = 0;
  pthread_rwlock_rdlock(&exit_lock);
  int code = curl.multi_perform(multi, &running);
  pthread_rwlock_unlock(&exit_lock);
  return code;
}

int curl_library_multi_poll(void *multi, int milliseconds) {
  return curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void curl_library_multi_wake(void *multi) { curl.multi_wakeup(multi); }

void *curl_library_multi_next_done(void *multi, int *code) {
  int left = 0;
  CurlMessage *message = curl.multi_info_read(multi, &left);
  // 1 is CURLMSG_DONE, the only message there is.
  while (message && message->message != 1) message = curl.multi_info_read(multi, &left);
  if (!message) return NULL;
  *code = message->data.result;
  return message->easy;
}

#else

CurlLibraryState curl_library_state(void) { return CurlLibraryMissing; }

#endif
