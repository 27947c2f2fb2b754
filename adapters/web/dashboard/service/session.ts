import { signal } from '@preact/signals'
import type { SessionFacts } from '../../../http/admin/dashboard-door.ts'
import type { Role } from '../../../store/people.ts'

/** Why nobody is signed in. */
export type SignedOut = 'unknown' | 'new' | 'left' | 'expired' | 'changed'

/** The session of the person, or why there is none. */
export const session = signal<SessionFacts | SignedOut>('unknown')

const PATH = '/admin/session'

/** What went wrong, for the person who reads it. */
export class ReportedError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Finds the session of this browser, after the page was loaded. */
export async function restoreSession(): Promise<void> {
  const answer = await request(PATH, { method: 'GET' })
  session.value = answer.ok ? ((await answer.json()) as SessionFacts) : 'new'
}

/** Begins a session. `name`: empty, `secret` is the token of the administration. Rejects: with a `ReportedError`. */
export async function signIn(name: string, secret: string): Promise<void> {
  const body = name === '' ? { token: secret } : { name, password: secret }
  const answer = await request(PATH, { method: 'POST', body: JSON.stringify(body) })
  if (answer.status === 401) {
    const message = name === '' ? 'This is not the token of the administration.' : 'The name or the password is wrong.'
    throw new ReportedError('unauthorized', message)
  }
  if (!answer.ok) throw await toError(answer)
  session.value = (await answer.json()) as SessionFacts
}

/** Whether the person may do what needs a role. The server refuses it otherwise. */
export function may(role: Role): boolean {
  const { value } = session
  return typeof value === 'object' && ROLES.indexOf(value.role) >= ROLES.indexOf(role)
}

/** From the least on. */
const ROLES: readonly Role[] = ['reader', 'operator', 'owner']

/** Ends the session, or all sessions of the person. Rejects: with a `ReportedError`, also when the server could not end them. */
export async function signOut(isEverywhere = false): Promise<void> {
  const answer = await request(isEverywhere ? '/admin/sessions' : PATH, { method: 'DELETE' })
  if (!answer.ok && answer.status !== 401) throw await toError(answer)
  session.value = 'left'
}

/** Sends a request of the session. When the session has ended, the page asks to sign in again. Rejects: with a `ReportedError`. */
export async function request(path: string, init: RequestInit, isUnattended = false): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('Content-Type', 'application/json')
  if (typeof session.value === 'object') headers.set('Shelfmark-CSRF', session.value.csrf_token)
  if (isUnattended) headers.set('Shelfmark-Unattended', 'true')
  let answer: Response
  try {
    answer = await fetch(path, { ...init, headers })
  } catch {
    throw new ReportedError('unreachable', 'The server can not be reached. Check that it runs, and your network.')
  }
  if (answer.status === 401 && typeof session.value === 'object') session.value = 'expired'
  return answer
}

export async function toError(answer: Response): Promise<ReportedError> {
  const body = (await answer.json().catch(() => ({}))) as { readonly error?: string; readonly message?: string }
  const { error = `status ${answer.status}`, message = `The server answered ${answer.status} ${body.error ?? ''}.` } =
    body
  return new ReportedError(error, message)
}
