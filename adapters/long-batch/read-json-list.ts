import type { ListedItem, ListReading, Mistake } from './item-list.ts'
import { parseJson } from './parse-json.ts'

/** Reads a list of JSON lines: each an item, or a text that is its `query`. Empty lines are passed over. */
export function readJsonList(text: string): ListReading {
  const items: ListedItem[] = []
  const mistakes: Mistake[] = []
  for (const [at, content] of text.split('\n').entries()) {
    if (content.trim() === '') continue
    const line = at + 1
    const value = parseJson(content)
    if (typeof value === 'string') items.push({ line, item: { query: value } })
    else if (isObject(value)) items.push({ line, item: value })
    else mistakes.push({ line, message: value === undefined ? 'is no JSON' : 'must be an object, or a text' })
  }
  return { items, mistakes }
}

function isObject(value: unknown): value is ListedItem['item'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
