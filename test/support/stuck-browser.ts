import { spawn } from 'node:child_process'
import { parentPort } from 'node:worker_threads'
import { PortCalls } from '../../adapters/fetch/browser/port-calls.ts'
import type { MainCalls, ThreadCalls } from '../../adapters/fetch/browser/render-calls.ts'

/**
 * A thread of a browser that gives pages as they were received, and is stuck for ever in an empty
 * one. Its browser is a process that does nothing.
 */
export function start(): void {
  if (parentPort === null) throw new Error('This module is that of a thread.')
  const pids = [spawn('sleep', ['3600'], { stdio: 'ignore' }).pid ?? 0]
  const report = (): Promise<void> => calls.call('report', { openPages: 0, starts: 1, problem: null, pids })
  const calls: PortCalls<MainCalls, ThreadCalls> = new PortCalls<MainCalls, ThreadCalls>(parentPort, {
    start: report,
    version: async () => '150.0.0.0',
    render: async ({ received }) => {
      await report()
      if (received.bytes.byteLength === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
      return received
    },
    close: async () => undefined,
    ping: async () => undefined,
  })
  parentPort.postMessage(null)
}
