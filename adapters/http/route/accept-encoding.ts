/** An entry of the header: a coding or `*`, and its weight. */
const ENTRY = /^\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * The coding of an answer that its client prefers, by weight, then by our order (RFC 9110, 12.5.3).
 * An entry that is malformed is ignored.
 *
 * `accepted`: value of `Accept-Encoding`. `offered`: codings, the best first.
 * Absent: null, the answer is sent as it is: the client has no such header, or prefers `identity`.
 */
export function chooseEncoding<T extends string>(accepted: string | null, offered: readonly T[]): T | null {
  const weights = new Map<string, number>()
  for (const entry of (accepted ?? '').split(',')) {
    const [, name = '', weight = '1'] = ENTRY.exec(entry) ?? []
    if (name !== '') weights.set(name.toLowerCase().replace(/^x-/, ''), Number(weight))
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0
  const most = Math.max(...offered.map(weightOf))
  const isPlainBetter = most < (weights.get('identity') ?? 0)
  return most === 0 || isPlainBetter ? null : (offered.find((name) => weightOf(name) === most) ?? null)
}
