import assert from 'node:assert/strict'
import type { SessionFacts } from '../../adapters/http/admin/dashboard-door.ts'
import { headerOf, jsonOf, type Answer, type Bench } from './service-bench.ts'

type Headers = Readonly<Record<string, string>>

/** A browser in which somebody has signed in at the dashboard. */
interface Visitor {
  readonly facts: SessionFacts
  /** What the browser sends: its cookie, and the CSRF token of the page. */
  readonly headers: Headers
  /** `at`: another server, which the browser asks under the same name. */
  readonly send: (method: string, path: string, body?: object, at?: Bench) => Promise<Answer>
  readonly run: (command: string, input?: object, at?: Bench) => Promise<Answer>
}

interface Visits {
  /** Headers of a page of the server. */
  readonly own: Headers
  readonly signIn: (body: object) => Promise<Answer>
  readonly enter: (body: object) => Promise<Visitor>
}

/** The dashboard of a bench. */
export function visitDashboard(bench: Bench): Visits {
  const own = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  const signIn = (body: object): Promise<Answer> =>
    bench.callAdmin('/admin/session', { method: 'POST', key: '', headers: own, body: JSON.stringify(body) })
  const enter: Visits['enter'] = async (body) => {
    const answer = await signIn(body)
    assert.equal(answer.status, 200, String(answer.bytes))
    const [cookie = ''] = (headerOf(answer, 'set-cookie') ?? '').split(';')
    const facts = jsonOf(answer) as SessionFacts
    const headers = { ...own, Cookie: cookie, 'Shelfmark-CSRF': facts.csrf_token, Authorization: '' }
    const send: Visitor['send'] = (method, path, given, at = bench) =>
      at.callAdmin(path, { method, headers, ...(given === undefined ? {} : { body: JSON.stringify(given) }) })
    return { facts, headers, send, run: (command, input = {}, at) => send('POST', `/admin/v1/${command}`, input, at) }
  }
  return { own, signIn, enter }
}
