import { Text, type Element } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import { nextElement } from '../html/tree/walk.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../text/js-literal.ts'
import type { ProductReading } from './product-reading.ts'

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

/** Data in a page's scripts, read without running them. */
export class PageState {
  private readonly page: Page
  private knownScripts: readonly string[] | null = null
  /** Cost of all values so far. A page that repeats a key inside its own values must not cost quadratic time. Unit: characters. */
  charactersRead = 0

  constructor(page: Page) {
    this.page = page
  }

  /** Values of a key, in page order: `"key": value`, `key = value`, `key(value)`. */
  *values(key: string): Generator<StateValue> {
    const maxCharacters = 2 * this.scripts.reduce((sum, { length }) => sum + length, 0)
    for (const script of this.scripts) {
      for (let index = script.indexOf(key); index >= 0; index = script.indexOf(key, index + key.length)) {
        AFTER_KEY.lastIndex = index + key.length
        if (NAME_CHARACTER.test(script[index - 1] ?? '') || !AFTER_KEY.test(script)) continue
        const start = AFTER_KEY.lastIndex
        if (this.charactersRead > maxCharacters) return
        const { value, end } = readLiteral(script, start)
        this.charactersRead += end - start
        if (value !== undefined) yield { value, script, index }
      }
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

  /** Texts of the page's scripts. */
  private get scripts(): readonly string[] {
    this.knownScripts ??= readScripts(this.page)
    return this.knownScripts
  }
}

/** State of the page that is read. */
export function pageState({ page }: ProductReading): PageState {
  return new PageState(page)
}

function isText(value: LiteralValue): value is string {
  return typeof value === 'string'
}

function readScripts({ document }: Page): string[] {
  const scripts: string[] = []
  for (let element = nextElement(document, document); element !== null; element = nextElement(element, document)) {
    if (element.name === 'script') scripts.push(readScript(element))
  }
  return scripts
}

function readScript(element: Element): string {
  let script = ''
  for (let node = element.firstChild; node !== null; node = node.next) if (node instanceof Text) script += node.data
  return script
}
