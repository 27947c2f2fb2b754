import type { ServerResponse } from 'node:http'
import type { SandboxAnswer } from './answer.ts'

/** For what never ends by itself. */
const MAX_HANG_MS = 120_000
const DRIP_INTERVAL_MS = 50

/**
 * Sends an answer as its delivery says: late, slowly, in part, or not at all.
 * Nothing goes on when the client has left.
 */
export function sendAnswer(response: ServerResponse, answer: SandboxAnswer, isHead: boolean): void {
  const { delayMs, lost } = answer.delivery
  if (lost === 'reset') schedule(response, delayMs, () => response.socket?.resetAndDestroy())
  else if (lost === 'hang') schedule(response, MAX_HANG_MS, () => response.destroy())
  else schedule(response, delayMs, () => sendNow(response, answer, isHead))
}

/** Does something later, if the client is still there by then; at once when there is nothing to wait for. */
function schedule(response: ServerResponse, ms: number, act: () => void): void {
  if (ms <= 0) {
    act()
    return
  }
  const timer = setTimeout(act, ms)
  response.once('close', () => clearTimeout(timer))
}

function sendNow(response: ServerResponse, { status, headers, body, delivery }: SandboxAnswer, isHead: boolean): void {
  const { breakAt, bytesPerSecond } = delivery
  response.writeHead(status, headers)
  if (isHead) {
    response.end()
    return
  }
  const part = breakAt === null ? body : body.subarray(0, breakAt)
  const finish = () => (breakAt === null ? response.end() : response.destroy())
  if (bytesPerSecond !== null) drip(response, part, bytesPerSecond, finish)
  else if (breakAt === null) response.end(part)
  else response.write(part, finish)
}

/** Sends so many bytes a second, at least one at a time. */
function drip(response: ServerResponse, body: Buffer, bytesPerSecond: number, finish: () => void): void {
  const intervalMs = Math.max(DRIP_INTERVAL_MS, 1000 / bytesPerSecond)
  const step = Math.max(1, Math.round((bytesPerSecond * intervalMs) / 1000))
  let sent = 0
  const timer = setInterval(() => {
    if (response.writableNeedDrain) return
    const piece = body.subarray(sent, sent + step)
    sent += step
    if (sent < body.length) {
      response.write(piece)
      return
    }
    clearInterval(timer)
    response.write(piece, finish)
  }, intervalMs)
  response.once('close', () => clearInterval(timer))
}
