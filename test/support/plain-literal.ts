import { isList, isObject, type LiteralValue } from '../../core/text/js-literal.ts'

/** A literal with plain objects in place of maps, so that tests can compare it. */
export function toPlain(value: LiteralValue | undefined): unknown {
  if (isList(value)) return value.map(toPlain)
  return isObject(value) ? Object.fromEntries([...value].map(([key, member]) => [key, toPlain(member)])) : value
}
