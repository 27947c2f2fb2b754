import type { Issue } from '../core/index.ts'

/** Says what a value contradicts, and why. Absent: null, for an issue of another kind. */
export function describeContradiction({ field, text, problem, reason = '', against }: Issue): string | null {
  if (problem !== 'inconsistent') return null
  const other = against === undefined ? '' : ` contradicts ${against.field} ${against.text}`
  return `${field} ${text}${other}: ${reason}`
}

/** The contradictions of a record; of a field, those that it is part of. */
export function describeContradictions(issues: readonly Issue[], field: string | null = null): readonly string[] {
  const isOwn = (issue: Issue): boolean => field === null || issue.field === field || issue.against?.field === field
  return issues.flatMap((issue) => (isOwn(issue) ? (describeContradiction(issue) ?? []) : []))
}
