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

/** Compiles all selectors of a map. Throws: `invalid_selector`, with the position in the map. `position`: of the map itself. */
export function compileMap<T>(map: T, position: string): CompiledMap<T> {
  const compiled: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries(map as SelectorMap)) {
    const entryPosition = `${position}.${name}`
    compiled[name] = isCandidates(entry)
      ? entry.map((source, index) => compileSelector(source, `${entryPosition}[${index}]`))
      : compileMap(entry, entryPosition)
  }
  return compiled as CompiledMap<T>
}

function isCandidates(entry: readonly string[] | SelectorMap): entry is readonly string[] {
  return Array.isArray(entry)
}
