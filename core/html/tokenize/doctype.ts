/** The parts of a doctype. Absent: `null`. */
export interface DoctypeParts {
  readonly name: string | null
  readonly publicId: string | null
  readonly systemId: string | null
  readonly forceQuirks: boolean
}

const WHITESPACE = /[\t\n\f\r ]/
const LEADING_WHITESPACE = /^[\t\n\f\r ]+/

/**
 * Parses what is between `<!doctype` and the next `>`, which ends a doctype even
 * in quotes.
 *
 * @see https://html.spec.whatwg.org/multipage/parsing.html#doctype-state
 */
export function parseDoctype(content: string, isUnfinished: boolean): DoctypeParts {
  const rest = content.replace(LEADING_WHITESPACE, '')
  if (rest === '') return { name: null, publicId: null, systemId: null, forceQuirks: true }

  const space = rest.search(WHITESPACE)
  const name = (space < 0 ? rest : rest.slice(0, space)).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const tail = space < 0 ? '' : rest.slice(space).replace(LEADING_WHITESPACE, '')
  const keyword = tail.slice(0, 6).toLowerCase()
  const parts = { name, publicId: null, systemId: null, forceQuirks: isUnfinished }
  if (tail === '') return parts
  if (keyword === 'public') return { ...parts, ...parsePublicId(tail.slice(6), isUnfinished) }
  if (keyword === 'system') return { ...parts, ...parseSystemId(tail.slice(6), isUnfinished, true) }
  return { ...parts, forceQuirks: true }
}

interface QuotedId {
  readonly value: string
  readonly rest: string
  readonly isClosed: boolean
}

function readQuotedId(text: string): QuotedId | null {
  const quote = text[0]
  if (quote !== '"' && quote !== "'") return null
  const end = text.indexOf(quote, 1)
  return end < 0
    ? { value: text.slice(1), rest: '', isClosed: false }
    : { value: text.slice(1, end), rest: text.slice(end + 1).replace(LEADING_WHITESPACE, ''), isClosed: true }
}

function parsePublicId(text: string, isUnfinished: boolean) {
  const id = readQuotedId(text.replace(LEADING_WHITESPACE, ''))
  if (!id) return { forceQuirks: true }
  if (!id.isClosed) return { publicId: id.value, forceQuirks: true }
  return { publicId: id.value, ...parseSystemId(id.rest, isUnfinished, false) }
}

/** A system identifier is required after SYSTEM, and optional after a public one. */
function parseSystemId(text: string, isUnfinished: boolean, isRequired: boolean) {
  const rest = text.replace(LEADING_WHITESPACE, '')
  if (rest === '') return { forceQuirks: isRequired || isUnfinished }
  const id = readQuotedId(rest)
  if (!id) return { forceQuirks: true }
  // Anything after a closed identifier is ignored and does not cause quirks mode.
  return { systemId: id.value, forceQuirks: !id.isClosed || (isUnfinished && id.rest === '') }
}
