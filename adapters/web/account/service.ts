import { signal } from '@preact/signals'
import type { DoorSession } from '../../http/account/customer-door.ts'
import { findBase } from '../kit/base.ts'

/** Why nobody is signed in. */
export type SignedOut = 'unknown' | 'new' | 'left' | 'expired'

/** The session of the person, or why there is none. */
export const session = signal<DoorSession | SignedOut>('unknown')

/** Finds the session of this browser, after the page was loaded. */
export async function restoreSession(): Promise<void> {
  const answer = await send('GET', 'session')
  session.value = answer.ok ? ((await answer.json()) as DoorSession) : 'new'
}

/** Rejects: with an error for the person who reads it. */
export async function signIn(name: string, password: string): Promise<void> {
  const answer = await send('POST', 'session', { name, password })
  if (answer.status === 401) throw new Error('The name or the password is wrong.')
  if (!answer.ok) throw await toError(answer)
  session.value = (await answer.json()) as DoorSession
}

/** Ends the session, or all sessions of the person. */
export async function signOut(isEverywhere: boolean): Promise<void> {
  const answer = await send('DELETE', isEverywhere ? 'sessions' : 'session')
  if (!answer.ok && answer.status !== 401) throw await toError(answer)
  session.value = 'left'
}

/** Replaces the password. The session goes on as a new one. Rejects: with an error for the person who reads it. */
export async function changePassword(current: string, password: string): Promise<void> {
  session.value = await ask<DoorSession>('POST', 'password/change', { current, password })
}

/** Asks for a value of the workspace. Rejects: with an error for the person who reads it. */
export async function ask<Result>(method: string, path: string, body?: object): Promise<Result> {
  const answer = await send(method, path, body)
  if (!answer.ok) throw await toError(answer)
  return (answer.status === 204 ? null : await answer.json()) as Result
}

async function send(method: string, path: string, body?: object): Promise<Response> {
  const { value } = session
  const headers = new Headers({ 'Content-Type': 'application/json' })
  if (typeof value === 'object') headers.set('Shelfmark-CSRF', value.csrf_token)
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await fetch(`${findBase()}/account/${path}`, init).catch(() => {
    throw new Error('The server can not be reached. Check your network.')
  })
  if (answer.status === 401 && typeof value === 'object') session.value = 'expired'
  return answer
}

interface Refused {
  readonly error?: string
  readonly message?: string
  readonly details?: readonly { readonly param: string; readonly message: string }[]
}

const TEXTS: Readonly<Record<string, string>> = {
  unauthorized: 'Your session has ended. Sign in again.',
  unavailable: 'The service is busy. Try again in a moment.',
  too_many_keys: 'The workspace has its maximum of active keys. Revoke one first.',
  not_found: 'This is not there any more. Load the page again.',
}

async function toError(answer: Response): Promise<Error> {
  const { error = '', message, details = [] } = (await answer.json().catch(() => ({}))) as Refused
  const wrong = details.map(({ param, message: text }) => `${param}: ${text}`).join('; ')
  return new Error(TEXTS[error] ?? (wrong || message || `The server answered ${answer.status} ${error}.`))
}
