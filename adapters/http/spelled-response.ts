import { ServerResponse, STATUS_CODES } from 'node:http'

/** The framework writes names of headers in lower case; the interface spells its own, and some clients compare. */
export class SpelledResponse extends ServerResponse {
  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const headers = rest.at(-1)
    const reason = STATUS_CODES[status] ?? 'Unknown'
    return Array.isArray(headers)
      ? super.writeHead(status, reason, headers.map(spell))
      : super.writeHead(status, reason)
  }
}

const FIRST_LETTERS = /(?<=^|-)[a-z]/g
const OWN = /^svc-[a-z-]+$/

/** Headers are a list of names and values, in turn or in pairs; no value looks like a name of ours. */
function spell(entry: unknown): never {
  if (Array.isArray(entry)) return entry.map(spell) as never
  const isName = typeof entry === 'string' && OWN.test(entry)
  return (isName ? entry.replace(FIRST_LETTERS, (letter) => letter.toUpperCase()) : entry) as never
}
