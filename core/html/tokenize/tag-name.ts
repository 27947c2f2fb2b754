import { html } from 'parse5'
import type { PageCharacters } from './source.ts'

export interface TagName {
  /** In lower case. */
  readonly name: string
  readonly id: html.TAG_ID
}

const SLOTS = 4096
const cache: (TagName | undefined)[] = Array.from({ length: SLOTS })

/** V8 copies slices this short, so the cache keeps no page alive. */
const CACHEABLE = /^[a-z][a-z0-9]{0,11}$/

/** Slot of a name, by its length and three of its characters. Names with the same slot replace each other. */
function slotOf(codes: Uint8Array, start: number, end: number): number {
  const first = codes[start] as number
  const middle = codes[(start + end) >> 1] as number
  const last = codes[end - 1] as number
  return (first * 31 + middle * 131 + last * 7 + (end - start) * 517) % SLOTS
}

/** Reads a tag name. A cache saves a string for each tag: pages use few names. */
export function readTagName(source: PageCharacters, start: number, end: number): TagName {
  const slot = slotOf(source.codes, start, end)
  const cached = cache[slot]
  if (cached !== undefined && isNameAt(source.codes, start, end, cached.name)) return cached

  const name = source.readName(start, end)
  const tagName = { name, id: html.getTagID(name) }
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
