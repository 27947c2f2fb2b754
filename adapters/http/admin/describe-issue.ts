import type { BaseIssue } from 'valibot'

/**
 * What a value must be, in words that follow its name: for the rules of a schema that have no words of their own.
 * Types are named as in JSON.
 */
export function describeIssue({ type, kind, expected, received, requirement }: BaseIssue<unknown>): string {
  if (received === 'undefined') return 'is missing'
  if (type === 'strict_object' && expected === 'never') return 'is not known'
  if (type === 'picklist') return `must be one of: ${listChoices(expected ?? '')}`
  if (type === 'min_length')
    return requirement === 1 ? 'must not be empty' : `must have a length of at least ${String(requirement)}`
  if (type === 'max_length') return `must have a length of at most ${String(requirement)}`
  if (type === 'min_value') return `must be at least ${String(requirement)}`
  if (type === 'max_value') return `must be at most ${String(requirement)}`
  if (type === 'integer') return 'must be an integer'
  return kind === 'schema' ? `must be of type ${expected ?? type}` : `must be a valid ${type}`
}

/** `("live" | "test")` as "live, test". */
function listChoices(expected: string): string {
  return expected.replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')
}
