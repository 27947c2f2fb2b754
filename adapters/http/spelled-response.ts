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
    if (typeof headers !== 'object' || headers === null) return super.writeHead(status, reason)
    return super.writeHead(status, reason, spell(headers) as never)
  }

  override end(...parts: readonly unknown[]): this {
    super.end(...(parts as []))
    if (this.writableLength === 0 && this.socket?.destroyed === false) this.emit(HANDED_OVER)
    return this
  }
}

const FIRST_LETTERS = /(?<=^|-)[a-z]/g
const OWN = /^svc-[a-z-]+$/i
/** Names whose spelling is remembered. */
const MAX_SPELLED = 100

/** The headers are an object, a list of names and values in turn, or a list of pairs. A value can have the form of a name. */
function spell(headers: object): object {
  if (!Array.isArray(headers)) {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [spellName(name), value as unknown]))
  }
  return headers.map((entry: unknown, index) => {
    if (Array.isArray(entry)) return [spellName(entry[0]), ...(entry.slice(1) as unknown[])]
    return index % 2 === 0 ? spellName(entry) : entry
  })
}

/** Names of our headers are few; those of others, such as a program that mounts the app, are not kept. */
const spelled = new Map<string, string>()

function spellName(name: unknown): unknown {
  if (typeof name !== 'string') return name
  const known = spelled.get(name)
  if (known !== undefined) return known
  if (!OWN.test(name)) return name
  const own = name.toLowerCase().replace(FIRST_LETTERS, (letter) => letter.toUpperCase())
  if (spelled.size < MAX_SPELLED) spelled.set(name, own)
  return own
}
