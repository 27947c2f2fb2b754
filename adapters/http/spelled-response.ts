import { ServerResponse, STATUS_CODES } from 'node:http'
import { HANDED_OVER } from './route/handed-over.ts'

/**
 * Response of Node's server that reports `HANDED_OVER` in the same step in which it hands over its
 * last bytes (Node's own `finish` and `close` follow later, after other work), and that spells `Svc-` headers as the interface does. h3 hands over all names in
 * lower case, and some clients compare names exactly.
 */
export class SpelledResponse extends ServerResponse {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = rest.at(-1)
    const reason = STATUS_CODES[status] ?? 'Unknown'
    return Array.isArray(headers)
      ? super.writeHead(status, reason, headers.map(spell))
      : super.writeHead(status, reason)
  }

  override end(...parts: readonly unknown[]): this {
    super.end(...(parts as []))
    if (this.writableLength === 0 && this.socket?.destroyed === false) this.emit(HANDED_OVER)
    return this
  }
}

const FIRST_LETTERS = /(?<=^|-)[a-z]/g
const OWN = /^svc-[a-z-]+$/

/** The list has names and values in turn, or in pairs. No value has the form of our names. */
function spell(entry: unknown): never {
  if (Array.isArray(entry)) return entry.map(spell) as never
  const isName = typeof entry === 'string' && OWN.test(entry)
  return (isName ? entry.replace(FIRST_LETTERS, (letter) => letter.toUpperCase()) : entry) as never
}
