import type { HTTPResponse } from 'h3'
import { ROLES, type Role } from '../../store/people.ts'
import type { SignedIn } from '../people/door.ts'
import { jsonAnswer } from '../route/answers.ts'

/** What a person may do now. The token of the administration is an owner. */
export function roleOfPerson({ person }: Pick<SignedIn, 'person'>): Role {
  return person === null ? 'owner' : (person.role ?? 'reader')
}

/** Whether a role includes another. */
export function includesRole(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(needed)
}

/** Answer to a person whose role does not allow what was asked for. */
export function refuseRole(role: Role, needed: Role): HTTPResponse {
  const message = `Your role is ${role}, which may not do that. Ask an owner for the role ${needed}.`
  return jsonAnswer(403, { error: 'forbidden_role', message })
}
