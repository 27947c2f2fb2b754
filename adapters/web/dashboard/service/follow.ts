import type { CommandName, CommandResult, UncheckedInput } from '../../../http/admin/commands.ts'
import { request } from './session.ts'

/** Time without a byte after which a stream is given up. The server sends something every 20 seconds. Unit: ms. */
const SILENCE_MS = 45_000

/**
 * Results of a command: the first at once, and each that differs from the one before. Ends when the server ends the
 * stream. It is no use of the session.
 *
 * Rejects: with an error for the person, or when the stream breaks off or `signal` ends it.
 */
export async function* follow<Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
  signal: AbortSignal,
): AsyncGenerator<CommandResult<Name>> {
  const silence = new AbortController()
  const init = {
    method: 'POST',
    headers: { Accept: 'text/event-stream' },
    body: JSON.stringify(input),
    signal: AbortSignal.any([signal, silence.signal]),
  }
  const { body } = await request(`v1/${command}`, init, true)
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const timer = setTimeout(() => silence.abort(), SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(timer))
    if (done) return
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    // Of results that arrive together, the last counts. The event `end` comes before the end of the stream.
    const results = events.filter((event) => !event.startsWith('event: end')).flatMap((event) => DATA.exec(event) ?? [])
    const last = results.at(-1)
    if (last !== undefined) yield JSON.parse(last) as CommandResult<Name>
  }
}

const DATA = /(?<=^data: ).*$/m
