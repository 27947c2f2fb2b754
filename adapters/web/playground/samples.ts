import type { SessionFacts } from '../../http/admin/dashboard-door.ts'
import type { PageSample } from '../../fetch/samples/page-samples.ts'

/** A kept page that the address names, or two to compare: `#sample=ID&with=ID&field=price`. */
export interface AskedSamples {
  readonly id: string
  /** Absent: null, one page is opened alone. */
  readonly other: string | null
  /** Absent: null, no field is opened. */
  readonly field: string | null
}

const ID = /^[\w.-]+$/

/** Absent: null, the address names no such page. */
export function readAskedSamples(hash: string): AskedSamples | null {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [id, other] = [values.get('sample'), values.get('with')]
  if (id === null || !ID.test(id)) return null
  return { id, other: other !== null && ID.test(other) ? other : null, field: values.get('field') }
}

export function printAskedSamples({ id, other, field }: AskedSamples): string {
  const values = new URLSearchParams({ sample: id })
  if (other !== null) values.set('with', other)
  if (field !== null) values.set('field', field)
  return `#${values.toString()}`
}

/** A page that the server has kept, as gzip. */
export interface LoadedSample {
  readonly facts: PageSample
  readonly bytes: Uint8Array
}

/** Asks the server of operators for a page, in the session of the dashboard. Rejects: with an error that says what to do. */
export async function loadSample(id: string): Promise<LoadedSample> {
  const session = await fetch('/admin/session')
  if (session.status === 401) throw new Error('Sign in to the dashboard, and load this page again.')
  if (!session.ok) throw new Error(`The server answered ${session.status}.`)
  const { csrf_token: token } = (await session.json()) as SessionFacts
  const [facts, page] = await Promise.all([ask(id, token), ask(`${id}/page`, token)])
  return { facts: (await facts.json()) as PageSample, bytes: new Uint8Array(await page.arrayBuffer()) }
}

async function ask(path: string, token: string): Promise<Response> {
  const answer = await fetch(`/admin/samples/${path}`, { headers: { 'Shelfmark-CSRF': token } })
  if (answer.ok) return answer
  throw new Error(answer.status === 404 ? 'This page is no longer kept.' : `The server answered ${answer.status}.`)
}
