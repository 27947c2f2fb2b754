const MINUTE_MS = 60_000

/**
 * Gives a function that passes on a problem which repeats: the first one, then one a minute, with the number of those
 * before it that were left out.
 */
export function onceAMinute<Problem = unknown>(
  say: (problem: Problem, leftOut: number) => void,
  nowMs: () => number = () => performance.now(),
): (problem: Problem) => void {
  let saidMs = -Infinity
  let leftOut = 0
  return (problem) => {
    if (nowMs() - saidMs < MINUTE_MS) {
      leftOut++
      return
    }
    saidMs = nowMs()
    say(problem, leftOut)
    leftOut = 0
  }
}
