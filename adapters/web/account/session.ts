import type { DoorSession } from '../../http/account/customer-door.ts'
import { findBase } from '../kit/base.ts'
import { openSession } from '../kit/session.ts'
import { useLoaded } from '../kit/use-loaded.ts'

const TEXTS: Readonly<Record<string, string>> = {
  unauthorized: 'Your session has ended. Sign in again.',
  unavailable: 'The service is busy. Try again in a moment.',
  too_many_keys: 'The workspace has its maximum of active keys. Revoke one first.',
  not_found: 'It no longer exists. Load the page again.',
}

const own = openSession<DoorSession>(`${findBase()}/account/`, TEXTS)
export const { session, ask, restore, signOut } = own

/** Begins a session. */
export const signIn = (name: string, password: string): Promise<void> =>
  own.signIn({ name, password }, 'The name or the password is wrong.')

/** Loads a value of the workspace. */
export const useAsked = <Result>(path: string) => useLoaded(() => ask<Result>('GET', path), [path])
