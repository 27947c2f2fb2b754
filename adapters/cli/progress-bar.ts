const WIDTH = 30
const CLEAR_LINE = '\r\u001B[K'

/** A progress bar on the error output, where that is a terminal. */
export class ProgressBar {
  private readonly total: number
  private done = 0

  constructor(total: number) {
    this.total = total
  }

  advance(failures: number): void {
    this.show(this.done + 1, failures)
  }

  /** `done`: of all, those that failed among them. */
  show(done: number, failures: number): void {
    this.done = done
    if (!process.stderr.isTTY) return
    const filled = Math.round((this.done / this.total) * WIDTH)
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.')
    process.stderr.write(
      `${CLEAR_LINE}[${bar}] ${this.done}/${this.total}${failures > 0 ? `, ${failures} failed` : ''}`,
    )
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write(CLEAR_LINE)
  }
}
