/** A media type and its parameters; `q` is the weight. */
const WEIGHT = /^\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i

/**
 * Whether a client that can have either of two media types chooses the special one: it names it, and gives it at least
 * the weight of the usual one (RFC 9110, 12.5.1). An entry whose weight is malformed is ignored.
 *
 * `accepted`: value of `Accept`. Absent: null.
 */
export function choosesType(accepted: string | null, special: string, usual: string): boolean {
  const weights = new Map<string, number>()
  for (const entry of (accepted ?? '').split(',')) {
    const [type = '', ...parameters] = entry.split(';')
    const weight = parameters.find((parameter) => /^\s*q\s*=/i.test(parameter))
    const value = weight === undefined ? 1 : Number(WEIGHT.exec(weight)?.[1])
    if (!Number.isNaN(value)) weights.set(type.trim().toLowerCase(), value)
  }
  const wanted = weights.get(special) ?? 0
  const [group = ''] = usual.split('/')
  const other = weights.get(usual) ?? weights.get(`${group}/*`) ?? weights.get('*/*') ?? 0
  return wanted > 0 && wanted >= other
}
