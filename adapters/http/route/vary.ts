import type { H3Event } from 'h3'

/** Notes that the answer depends on a header of its request. All such headers are in one `Vary`. */
export function varyBy({ res }: H3Event, name: string): void {
  const known = res.headers.get('Vary')
  res.headers.set('Vary', known === null ? name : `${known}, ${name}`)
}
