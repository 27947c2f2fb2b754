const SPACE = /[ \t\n\r]*/y
const QUOTE = /"/y
const ATOM = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** Characters of a string besides quotes, backslashes and controls. */
const PLAIN = /[ !#-[\]-\uffff]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Longer texts are not searched: a wrong body must not cost a server more than a right one. */
const MAX_SEARCHED = 100_000

/**
 * Where a text that `JSON.parse` refuses stops being JSON, in words that follow "must be JSON". They have no part of the
 * text, as the message of `JSON.parse` has, which names a position only sometimes. A text that nests too deeply for the
 * stack must be refused before.
 */
export function describeJsonMistake(text: string): string {
  if (text.length > MAX_SEARCHED) return 'there is a mistake in it'
  const at = findMistake(text)
  if (at === text.length) return 'it ends too early'
  let line = 1
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line++
  const column = at - text.slice(0, at).lastIndexOf('\n')
  return `there is a mistake at line ${line}, column ${column}`
}

/** Index of the first character that is wrong where it is. The length of the text: it is all right so far. */
function findMistake(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  const takeMark = (mark: string): boolean => {
    take(SPACE)
    if (text[at] !== mark) return false
    at++
    return take(SPACE)
  }
  const takeString = (): boolean => {
    if (!take(QUOTE)) return false
    do take(PLAIN)
    while (take(ESCAPE))
    return take(QUOTE)
  }
  const takeEntries = (end: string, takeEntry: () => boolean): boolean => {
    if (takeMark(end)) return true
    do if (!takeEntry()) return false
    while (takeMark(','))
    return takeMark(end)
  }
  const takeMember = (): boolean => takeString() && takeMark(':') && takeValue()
  const takeValue = (): boolean => {
    if (takeMark('{')) return takeEntries('}', takeMember)
    if (takeMark('[')) return takeEntries(']', takeValue)
    return takeString() || take(ATOM)
  }
  if (takeValue()) take(SPACE)
  return at
}
