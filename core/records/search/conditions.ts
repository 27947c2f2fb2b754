import type { LinkRules } from '../../text/url.ts'

/** A condition that results of a search meet, as addresses have it: `p_89:Halden`. */
export interface Condition {
  /** Name of its kind: `p_89`. */
  readonly facet: string
  /** Never empty. Several of one kind are joined by `|`. */
  readonly value: string
}

/** Mark between the conditions of an address. */
const BETWEEN = ','
/** Mark between the values of one condition: the results meet one of them. */
const OR = '|'
/** The start of a condition. A comma without one after it is part of a value. */
const START = /^([a-z][\w-]*):/i

/** The conditions of an address. Order: of the address. */
export function parseConditions(text: string): Condition[] {
  const conditions: { facet: string; value: string }[] = []
  for (const part of text.split(BETWEEN)) {
    const facet = START.exec(part)?.[1]
    const last = conditions.at(-1)
    if (facet !== undefined) conditions.push({ facet, value: part.slice(facet.length + 1) })
    else if (last !== undefined) last.value += BETWEEN + part
  }
  return conditions.filter(({ value }) => value !== '')
}

/** A condition as a text that addresses take. */
export function printCondition({ facet, value }: Condition): string {
  return `${facet}:${value}`
}

/** The values of a condition. */
export function valuesOf(value: string): readonly string[] {
  return value.split(OR)
}

/**
 * Conditions as an address has them. Those of one kind are joined to one, which results meet if they meet one of its
 * values; browse nodes stay apart, because each is inside of the one before.
 */
export function printConditions(conditions: readonly Condition[], { facets }: LinkRules['search']): string {
  const joined: Condition[] = []
  for (const condition of conditions) {
    const index = joined.findIndex(({ facet }) => facet === condition.facet && facet !== facets.node)
    const same = joined[index]
    if (same === undefined) joined.push(condition)
    else joined[index] = { ...same, value: [same.value, condition.value].join(OR) }
  }
  return joined.map(printCondition).join(BETWEEN)
}
