import assert from 'node:assert/strict'
import { parse } from 'parse5'

const MEGABYTE = 1024 * 1024

/** CPU time of a task in this process; work of other processes does not count. Unit: ms. */
function costOf(task: () => void): number {
  const start = process.cpuUsage()
  task()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const ORDINARY = '<p class="a b">A bell, and what it costs.</p>'

/** CPU time of parse5 for an ordinary page of 8 MB: four times the best of three runs on 2 MB. Unit: ms. */
const REFERENCE =
  4 *
  Math.min(
    ...Array.from({ length: 3 }, () => costOf(() => void parse(ORDINARY.repeat((2 * MEGABYTE) / ORDINARY.length)))),
  )
/** Quadratic cost is hundreds of times the reference, linear cost a few times. */
const MOST = 15

/** Fails when a task on a page of 8 MB costs more than what is linear in its size. */
export function assertCheap(name: string, task: () => void): void {
  const cost = costOf(task)
  assert.ok(cost < MOST * REFERENCE, `${name}: ${(cost / REFERENCE).toFixed(1)} times the reference`)
}
