/** Value of a literal. Bare words such as `undefined` are read as null. */
export type LiteralValue = string | number | boolean | null | readonly LiteralValue[] | LiteralObject
/** In the order of the page. JavaScript objects would move keys that are numbers, as some ASINs are, to the front. */
export interface LiteralObject extends ReadonlyMap<string, LiteralValue> {}

const MAX_DEPTH = 60
const SPACE = /\s*/y
const WORD = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

export interface LiteralReading {
  /** Absent: undefined, there is no literal, or it is malformed. */
  readonly value: LiteralValue | undefined
  /** Offset after the literal, or of its first error. */
  readonly end: number
}

/**
 * Parses the literal (object, list, string, number, word) at an offset of a
 * script: JSON, and the JavaScript additions single quotes, unquoted keys,
 * trailing commas and comments. Evaluates nothing; linear in the length read.
 */
export function readLiteral(script: string, start: number): LiteralReading {
  const reader = new LiteralReader(script, start)
  try {
    return { value: reader.readValue(0), end: reader.at }
  } catch (error) {
    if (error === broken) return { value: undefined, end: reader.at }
    throw error
  }
}

export function isObject(value: LiteralValue | undefined): value is LiteralObject {
  return value instanceof Map
}

export function isList(value: LiteralValue | undefined): value is readonly LiteralValue[] {
  return Array.isArray(value)
}

class BrokenLiteral extends Error {}
/** Shared, because creating an error costs more than parsing most literals. */
const broken = new BrokenLiteral()

class LiteralReader {
  private readonly text: string
  at: number

  constructor(text: string, start: number) {
    this.text = text
    this.at = start
  }

  readValue(depth: number): LiteralValue {
    if (depth > MAX_DEPTH) throw broken
    this.skipSpace()
    const first = this.text[this.at]
    switch (first) {
      case '{':
        return this.readObject(depth)
      case '[':
        return this.readList(depth)
      case '"':
      case "'":
        return this.readString(first)
      default:
        return this.readWordOrNumber()
    }
  }

  private readObject(depth: number): LiteralObject {
    const object = new Map<string, LiteralValue>()
    this.at++
    while (!this.skip('}')) {
      const key = this.readKey()
      if (!this.skip(':')) throw broken
      object.set(key, this.readValue(depth + 1))
      this.skip(',')
    }
    return object
  }

  private readList(depth: number): LiteralValue[] {
    const list: LiteralValue[] = []
    this.at++
    while (!this.skip(']')) {
      list.push(this.readValue(depth + 1))
      this.skip(',')
    }
    return list
  }

  private readKey(): string {
    this.skipSpace()
    const first = this.text[this.at]
    if (first === '"' || first === "'") return this.readString(first)
    return this.match(WORD) ?? this.match(NUMBER) ?? this.fail()
  }

  private readString(quote: string): string {
    const start = this.at + 1
    let end = this.text.indexOf(quote, start)
    while (end >= 0 && isEscaped(this.text, start, end)) end = this.text.indexOf(quote, end + 1)
    this.at = end < 0 ? this.text.length : end + 1
    if (end < 0) return this.fail()
    return unescapeString(this.text.slice(start, end))
  }

  private readWordOrNumber(): LiteralValue {
    const number = this.match(NUMBER)
    if (number !== undefined) return Number(number)
    const word = this.match(WORD) ?? this.fail()
    return word === 'true' ? true : word === 'false' ? false : null
  }

  private skip(character: string): boolean {
    this.skipSpace()
    if (this.at >= this.text.length) throw broken
    if (this.text[this.at] !== character) return false
    this.at++
    return true
  }

  /** Skips white space and comments; an unclosed comment extends to the end of the script. */
  private skipSpace(): void {
    this.match(SPACE)
    while (this.text[this.at] === '/') {
      if (this.text[this.at + 1] === '/') this.skipTo('\n')
      else if (this.text[this.at + 1] === '*') this.skipTo('*/')
      else return
      this.match(SPACE)
    }
  }

  private skipTo(mark: string): void {
    const end = this.text.indexOf(mark, this.at + 2)
    this.at = end < 0 ? this.text.length : end + mark.length
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const [found] = pattern.exec(this.text) ?? []
    if (found !== undefined) this.at += found.length
    return found
  }

  private fail(): never {
    throw broken
  }
}

/** Whether an odd number of backslashes precedes an offset. */
function isEscaped(text: string, start: number, end: number): boolean {
  let backslashes = 0
  while (end - 1 - backslashes >= start && text[end - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

const ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([^]))/g
const CONTROL: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  // A text has no NUL: many programs end it there, and PostgreSQL refuses it.
  0: '',
  '\n': '',
}

/** Value of a JavaScript string literal, given without its quotes. */
function unescapeString(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (_, unicode?: string, hex?: string, character = '') => {
    const code = unicode ?? hex
    if (code !== undefined) return Number.parseInt(code, 16) === 0 ? '' : String.fromCharCode(Number.parseInt(code, 16))
    return CONTROL[character] ?? character
  })
}
