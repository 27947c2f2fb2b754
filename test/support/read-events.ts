import assert from 'node:assert/strict'
import { inTime } from './wait.ts'

/** An event of a stream. */
export interface StreamEvent {
  /** Absent: `message`. */
  readonly type: string
  readonly data: unknown
}

/** Events of an answer, one by one; comments are left out. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of (body ?? []) as AsyncIterable<Uint8Array>) {
    const blocks = (text + decoder.decode(bytes, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) yield { type: /^event: (.*)$/m.exec(block)?.[1] ?? 'message', data: JSON.parse(data) }
    }
  }
}

/** The first event for which a condition holds. Rejects: AssertionError, the stream has ended before. */
export function awaitEvent(
  events: AsyncIterator<StreamEvent>,
  isSo: (event: StreamEvent) => boolean,
): Promise<StreamEvent> {
  const find = async (): Promise<StreamEvent> => {
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      if (isSo(next.value)) return next.value
    }
    return assert.fail('the stream has ended before the event')
  }
  return inTime(find(), 'the event')
}
