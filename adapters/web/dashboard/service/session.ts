import type { SessionFacts } from '../../../http/admin/dashboard-door.ts'
import type { Role } from '../../../store/people.ts'
import { openSession } from '../../kit/session.ts'

export const { session, request, ask, restore, signIn, signOut } = openSession<SessionFacts>('/admin/')

/** From the least on. */
const ROLES: readonly Role[] = ['reader', 'operator', 'owner']

/** Whether the person may do what needs a role. The server refuses it otherwise. */
export function may(role: Role): boolean {
  const { value } = session
  return typeof value === 'object' && ROLES.indexOf(value.role) >= ROLES.indexOf(role)
}
