import { Text, type Element } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { nextElement } from '../html/walk.ts'
import { isList, isObject, readLiteral, type LiteralObject, type LiteralValue } from '../text/js-literal.ts'

/** Behind the key of a value in a script: its closing quote, and a colon, an equals sign or a bracket. */
const BEHIND_KEY = /["']?\s*[:=(]\s*/y
/** A character that makes what stands before the key a part of its name. */
const NAME_CHARACTER = /[\w$-]/

/** A value of a page's state, and where it stands. */
export interface StateValue {
  readonly value: LiteralValue
  readonly script: string
  readonly index: number
}

/** What a page's scripts hold as data, read without running them. */
export class PageState {
  private readonly page: Page
  private knownScripts: readonly string[] | null = null
  /** A page that repeats a key inside of its own values must not cost the square of its length. Unit: characters. */
  private allowance: number | null = null

  constructor(page: Page) {
    this.page = page
  }

  /** Values of a key, in page order: `"key": value`, `key = value`, `key(value)`. */
  *values(key: string): Generator<StateValue> {
    this.allowance ??= 2 * this.scripts.reduce((sum, { length }) => sum + length, 0)
    for (const script of this.scripts) {
      for (let index = script.indexOf(key); index >= 0; index = script.indexOf(key, index + key.length)) {
        BEHIND_KEY.lastIndex = index + key.length
        if (NAME_CHARACTER.test(script[index - 1] ?? '') || !BEHIND_KEY.test(script)) continue
        const start = BEHIND_KEY.lastIndex
        if (this.allowance < 0) return
        const { value, end } = readLiteral(script, start)
        this.allowance -= end - start
        if (value !== undefined) yield { value, script, index }
      }
    }
  }

  /** First value of a key that is an object with members; empty ones are announcements. */
  object(key: string): LiteralObject | null {
    for (const { value } of this.values(key)) if (isObject(value) && value.size > 0) return value
    return null
  }

  /** First value of a key that is a list of texts. */
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
