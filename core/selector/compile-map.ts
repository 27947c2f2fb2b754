import { compileSelector, type Selector } from './selector.ts'

/** Selectors of one field or of a part of it, in the order in which they are tried. */
export type Selectors = readonly string[]

/** Selectors of a map: lists of candidates, some of them grouped under names. */
interface SelectorMap {
  readonly [name: string]: readonly string[] | SelectorMap
}

/** A map with its selectors compiled. */
export type CompiledMap<T> = {
  readonly [Name in keyof T]: T[Name] extends readonly string[] ? readonly Selector[] : CompiledMap<T[Name]>
}

/** Compiles all selectors of a map. Throws `invalid_selector`, with the place in the map. */
export function compileMap<T>(map: T, place: string): CompiledMap<T> {
  const compiled: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(map as SelectorMap)) {
    const entryPlace = `${place}.${name}`
    compiled[name] = isCandidates(entry)
      ? entry.map((source, index) => compileSelector(source, `${entryPlace}[${index}]`))
      : compileMap(entry, entryPlace)
  }
  return compiled as CompiledMap<T>
}

function isCandidates(entry: readonly string[] | SelectorMap): entry is readonly string[] {
  return Array.isArray(entry)
}
