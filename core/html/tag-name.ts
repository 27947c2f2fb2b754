import { html } from 'parse5'
import type { PageSource } from './source.ts'

const { TAG_ID } = html

export interface TagName {
  /** In lower case. */
  readonly name: string
  readonly id: html.TAG_ID
  /** The rules of tree construction read the attributes of such a tag; those of all others stay unparsed. */
  readonly isReadByTreeRules: boolean
}

const READ_BY_TREE_RULES: ReadonlySet<html.TAG_ID> = new Set([
  TAG_ID.INPUT,
  TAG_ID.FONT,
  TAG_ID.SVG,
  TAG_ID.MATH,
  TAG_ID.MGLYPH,
  TAG_ID.MALIGNMARK,
])

const SLOTS = 4096
const cache: (TagName | undefined)[] = Array.from({ length: SLOTS })

/** V8 copies slices as short as these, so that the cache keeps no page alive. */
const CACHEABLE = /^[a-z][a-z0-9]{0,11}$/

/** Place of a name in the cache, by its length and three of its characters. Names that share one take turns. */
function slotOf(codes: Uint8Array, start: number, end: number): number {
  const first = codes[start] as number
  const middle = codes[(start + end) >> 1] as number
  const last = codes[end - 1] as number
  return (first * 31 + middle * 131 + last * 7 + (end - start) * 517) % SLOTS
}

/** Reads a tag name. The few names that pages use are made once, not once a tag. */
export function readTagName(source: PageSource, start: number, end: number): TagName {
  const slot = slotOf(source.codes, start, end)
  const cached = cache[slot]
  if (cached !== undefined && isNameAt(source.codes, start, end, cached.name)) return cached

  const name = source.readName(start, end)
  const id = html.getTagID(name)
  const tagName = { name, id, isReadByTreeRules: READ_BY_TREE_RULES.has(id) }
  if (CACHEABLE.test(name)) cache[slot] = tagName
  return tagName
}

function isNameAt(codes: Uint8Array, start: number, end: number, name: string): boolean {
  const { length } = name
  if (end - start !== length) return false
  for (let i = 0; i < length; i++) {
    if (codes[start + i] !== name.charCodeAt(i)) return false
  }
  return true
}
