import { signal } from '@preact/signals'

/** Why nobody is signed in. */
export type SignedOut = 'unknown' | 'new' | 'left' | 'expired' | 'changed'

/** The server refused a request. The message is for the person. */
class RefusedError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface RefusedBody {
  readonly error?: string
  readonly message?: string
  readonly details?: readonly { readonly param: string; readonly message: string }[]
}

/**
 * The session of a person, and its requests. They reject with an error whose message is for the person.
 *
 * `root`: path of all requests, with a slash at its end. `texts`: messages by error code, instead of those of the server.
 */
export function openSession<Facts extends { readonly csrf_token: string }>(
  root: string,
  texts: Readonly<Record<string, string>> = {},
) {
  /** Who has signed in, or why nobody has. */
  const session = signal<Facts | SignedOut>('unknown')

  /** Sends a request. When the session has ended, the page asks to sign in again. `isUnattended`: the page asks by itself, which does not prolong the session. */
  const request = async (path: string, init: RequestInit, isUnattended = false): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('Content-Type', 'application/json')
    if (typeof session.value === 'object') headers.set('Shelfmark-CSRF', session.value.csrf_token)
    if (isUnattended) headers.set('Shelfmark-Unattended', 'true')
    const answer = await fetch(root + path, { ...init, headers }).catch(() => {
      throw new Error('The server can not be reached. Check that it runs, and your network.')
    })
    if (answer.ok) return answer
    if (answer.status === 401 && typeof session.value === 'object') session.value = 'expired'
    const { error = '', message, details = [] } = (await answer.json().catch(() => ({}))) as RefusedBody
    const wrong = details.map(({ param, message: text }) => `${param}: ${text}`).join('; ')
    const said = texts[error] ?? (wrong || message || `The server answered ${answer.status} ${error}.`)
    throw new RefusedError(answer.status, said)
  }

  /** Asks for a value. */
  const ask = async <Result>(method: string, path: string, body?: object, isUnattended = false): Promise<Result> => {
    const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await request(path, init, isUnattended)
    return (answer.status === 204 ? null : await answer.json()) as Result
  }

  /** Finds the session of this browser, after the page was loaded. */
  const restore = async (): Promise<void> => {
    session.value = await ask<Facts>('GET', 'session').catch(() => 'new' as const)
  }

  /** Begins a session. `wrong`: what is said when the name or the password is. */
  const signIn = async (body: object, wrong: string): Promise<void> => {
    session.value = await ask<Facts>('POST', 'session', body).catch((error: Error) => {
      throw isUnauthorized(error) ? new Error(wrong) : error
    })
  }

  /** Ends the session, or all sessions of the person. */
  const signOut = async (isEverywhere = false): Promise<void> => {
    await ask('DELETE', isEverywhere ? 'sessions' : 'session').catch((error: Error) => {
      if (!isUnauthorized(error)) throw error
    })
    session.value = 'left'
  }
  return { session, request, ask, restore, signIn, signOut }
}

const isUnauthorized = (error: Error): boolean => error instanceof RefusedError && error.status === 401
