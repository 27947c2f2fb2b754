import { Element, Text } from '../html/node.ts'
import type { Page } from '../html/page.ts'
import { nextElement } from '../html/walk.ts'
import { parseLiteral, type LiteralObject, type LiteralValue } from '../text/js-literal.ts'

/** Behind the key of a value in a script: its closing quote, and a colon, an equals sign or a bracket. */
const BEHIND_KEY = /["']?\s*[:=(]\s*/y

/** A value of a page's state, and where it stands. */
export interface StateValue {
  readonly value: LiteralValue
  readonly script: string
  readonly index: number
}

/** What a page's scripts hold as data, read without running them. */
export class PageState {
  private readonly page: Page
  private known: readonly string[] | null = null

  constructor(page: Page) {
    this.page = page
  }

  /** Texts of the page's scripts that run or hold data. */
  get scripts(): readonly string[] {
    this.known ??= readScripts(this.page)
    return this.known
  }

  /** Values of a key, in page order: `"key": value`, `key = value`, `key(value)`. */
  *values(key: string): Generator<StateValue> {
    for (const script of this.scripts) {
      for (let index = script.indexOf(key); index >= 0; index = script.indexOf(key, index + key.length)) {
        BEHIND_KEY.lastIndex = index + key.length
        if (!BEHIND_KEY.test(script)) continue
        const value = parseLiteral(script, BEHIND_KEY.lastIndex)
        if (value !== undefined) yield { value, script, index }
      }
    }
  }

  /** First value of a key that is an object. */
  object(key: string): (StateValue & { readonly value: LiteralObject }) | null {
    for (const entry of this.values(key)) if (isObject(entry.value)) return { ...entry, value: entry.value }
    return null
  }

  /** First value of a key that is a list. */
  list(key: string): readonly LiteralValue[] | null {
    for (const { value } of this.values(key)) if (isList(value)) return value
    return null
  }
}

export function isObject(value: LiteralValue | undefined): value is LiteralObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: LiteralValue | undefined): value is readonly LiteralValue[] {
  return Array.isArray(value)
}

function readScripts(page: Page): string[] {
  const scripts: string[] = []
  const { document } = page
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
