/** Characters after which a slash begins a regular expression, not a division. */
const BEFORE_PATTERN = /(?:^|[(,=:[!&|?{};\n]|=>|\breturn|\btypeof)\s*$/

/**
 * Texts of the string, template and regular-expression literals of a TypeScript
 * source, without those in comments.
 */
export function literalsOf(source: string): string[] {
  const literals: string[] = []
  let code = ''
  let at = 0
  const take = (end: number): string => {
    const text = source.slice(at, end)
    at = end
    return text
  }
  while (at < source.length) {
    const first = source[at] ?? ''
    const two = source.slice(at, at + 2)
    if (two === '//') take(endOf(source, '\n', at))
    else if (two === '/*') take(endOf(source, '*/', at + 2) + 2)
    else if (first === "'" || first === '"' || first === '`') {
      literals.push(take(closingQuote(source, at, first)).slice(1, -1))
      code += 'literal'
    } else if (first === '/' && BEFORE_PATTERN.test(code.slice(-20))) {
      literals.push(take(closingSlash(source, at)).slice(1, -1))
      code += 'literal'
    } else {
      code += first
      at++
    }
  }
  return literals
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from)
  return end < 0 ? source.length : end
}

function closingQuote(source: string, start: number, quote: string): number {
  let at = start + 1
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1
  return at + 1
}

function closingSlash(source: string, start: number): number {
  let at = start + 1
  let isInClass = false
  while (at < source.length && (isInClass || source[at] !== '/')) {
    if (source[at] === '[') isInClass = true
    else if (source[at] === ']') isInClass = false
    at += source[at] === '\\' ? 2 : 1
  }
  return at + 1
}
