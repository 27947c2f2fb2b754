/* Preloaded library: moves the clock of a program by CLOCK_SHIFT_SECONDS. Its monotonic clock stays. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static long shift(void) {
  const char *seconds = getenv("CLOCK_SHIFT_SECONDS");
  return seconds == NULL ? 0 : atol(seconds);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long outcome = syscall(SYS_clock_gettime, clock, now);
  if (outcome == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift();
  return (int)outcome;
}

int gettimeofday(struct timeval *now, void *zone) {
  struct timespec precise;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *now) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (now != NULL) *now = precise.tv_sec;
  return precise.tv_sec;
}
