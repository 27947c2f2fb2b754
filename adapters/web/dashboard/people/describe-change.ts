import type { AuditEntry } from '../../../store/audit.ts'

type States = Pick<AuditEntry, 'before' | 'after'>

/**
 * What a command has changed, in a line: `plan: pro → vibe`. What was created or removed has all of its values. Empty:
 * nothing, or the command does not say.
 */
export function describeChange({ before, after }: States): string {
  if (before === undefined || after === undefined) return ''
  if (before === null && after === null) return ''
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map((name) => ({
      name: name.replace(/Ms$/, ''),
      from: print(name, before?.[name]),
      to: print(name, after?.[name]),
    }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => {
      if (before === null) return `${name}: ${to}`
      return after === null ? `${name}: ${from} → removed` : `${name}: ${from} → ${to}`
    })
    .join(', ')
}

/** Times are in UTC. */
function print(name: string, value: unknown): string {
  if (name.endsWith('AtMs') && typeof value === 'number') return new Date(value).toISOString()
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
