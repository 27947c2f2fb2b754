import { Text } from '../../html/tree/node.ts'
import type { Page } from '../../html/page.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../../text/js-literal.ts'
import type { ProductReading } from './reading.ts'

/** Characters between a key and its value in a script: a closing quote, and a colon, an equals sign or a parenthesis. */
const AFTER_KEY = /["']?\s*[:=(]\s*/y
/** A character before the key that makes it part of a longer name. */
const NAME_CHARACTER = /[\w$-]/

/** A value of a page's state, and its position. */
export interface StateValue {
  readonly value: LiteralValue
  readonly script: string
  readonly index: number
}

/** A key in a script, with a value after it. */
interface StateEntry {
  readonly key: string
  readonly script: string
  /** Offset of the key in the script. */
  readonly index: number
  readonly valueStart: number
}

/** Data in a page's scripts, read without running them. */
export class PageState {
  private readonly page: Page
  /** Matches each of the keys; global. */
  private readonly anyKey: RegExp
  private knownEntries: readonly StateEntry[] | null = null
  /** Cost of all values so far. A page that repeats a key inside its own values must not cost quadratic time. Unit: characters. */
  charactersRead = 0
  private maxCharacters = 0

  constructor(page: Page, anyKey: RegExp) {
    this.page = page
    this.anyKey = anyKey
  }

  /** Values of a key, in page order: `"key": value`, `key = value`, `key(value)`. */
  *values(key: string): Generator<StateValue> {
    for (const entry of this.entries) {
      if (entry.key !== key) continue
      if (this.charactersRead > this.maxCharacters) return
      const { script, index, valueStart } = entry
      const { value, end } = readLiteral(script, valueStart)
      this.charactersRead += end - valueStart
      if (value !== undefined) yield { value, script, index }
    }
  }

  /** First value of a key that is an object with members. Pages announce objects with empty ones. */
  object(key: string): LiteralObject | null {
    for (const { value } of this.values(key)) if (isObject(value) && value.size > 0) return value
    return null
  }

  /** First value of a key that is a list with texts. */
  texts(key: string): readonly string[] {
    for (const { value } of this.values(key)) if (isList(value) && value.some(isText)) return value.filter(isText)
    return []
  }

  /** All keys of the page's scripts, in page order. */
  private get entries(): readonly StateEntry[] {
    this.knownEntries ??= this.findEntries()
    return this.knownEntries
  }

  private findEntries(): StateEntry[] {
    const { anyKey } = this
    const found: StateEntry[] = []
    for (const element of this.page.elements.withName('script')) {
      const texts = element.childNodes.filter((node) => node instanceof Text)
      // Most scripts have no key, and decoding them would cost more than this search.
      const keys = texts.flatMap(({ raw }) => raw.match(anyKey) ?? [])
      if (keys.length === 0) continue
      const script = texts.map(({ data }) => data).join('')
      this.maxCharacters += 2 * script.length
      let end = 0
      for (const key of keys) {
        const index = script.indexOf(key, end)
        end = index + key.length
        AFTER_KEY.lastIndex = end
        if (NAME_CHARACTER.test(script[index - 1] ?? '') || !AFTER_KEY.test(script)) continue
        found.push({ key, script, index, valueStart: AFTER_KEY.lastIndex })
      }
    }
    return found
  }
}

/** State of the page that is read. */
export function pageState({ page, site }: ProductReading): PageState {
  return new PageState(page, site.stateKey)
}

function isText(value: LiteralValue): value is string {
  return typeof value === 'string'
}
