/*
 * Parses a page with gumbo, a C parser that follows the HTML standard, for
 * `npm run bench -- parse`. Reads the page on standard input, and prints the
 * milliseconds of a parse: the median of 21, after 5 that are not measured.
 *
 * Compile: cc -O2 -o gumbo bench/gumbo.c -lgumbo (Debian: libgumbo-dev)
 */
#include <gumbo.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_PAGE (16 << 20)
#define WARM_UP 5
#define RUNS 21

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static int compare(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

int main(void) {
  char *page = malloc(MAX_PAGE);
  if (page == NULL) return 1;
  size_t size = fread(page, 1, MAX_PAGE, stdin);
  double times[RUNS];
  for (int run = -WARM_UP; run < RUNS; run++) {
    double start = milliseconds();
    GumboOutput *output = gumbo_parse_with_options(&kGumboDefaultOptions, page, size);
    gumbo_destroy_output(&kGumboDefaultOptions, output);
    if (run >= 0) times[run] = milliseconds() - start;
  }
  qsort(times, RUNS, sizeof *times, compare);
  printf("%.3f\n", times[RUNS / 2]);
  free(page);
  return 0;
}
