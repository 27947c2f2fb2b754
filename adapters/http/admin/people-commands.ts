import * as v from 'valibot'
import { createLink, createPassword, hashPassword } from '../people/passwords.ts'
import { ROLES, type Person, type PersonLink, type Role } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import { define, id, READS, type CommandContext, type Snapshot } from './define-command.ts'

/** An operator as the administration gives them. */
export interface AdminOperator extends Pick<Person, 'name' | 'createdAtMs'> {
  readonly role: Role
}

/** An operator with a new password, which can't be read again. */
export interface OperatorWithPassword {
  readonly operator: AdminOperator
  readonly password: string
}

/** A member as the administration gives it. */
export interface AdminMember extends Pick<Person, 'id' | 'name' | 'createdAtMs' | 'hasPassword' | 'linkExpiresAtMs'> {
  readonly workspaceId: string
}

/** A member with a new link, which can't be read again. */
export interface MemberWithLink extends AdminMember {
  /** Opens the page where the password is chosen, once. A path, if it is not known where callers reach the service. */
  readonly link: string
}

/** A name that somebody signs in with, in lower case: an e-mail address, or any other. */
const nameOf = (form: RegExp, message: string) => v.pipe(v.string(), v.trim(), v.toLowerCase(), v.regex(form, message))
const operator = nameOf(
  /^[a-z0-9][a-z0-9._@+-]{0,63}$/,
  'must be 1 to 64 letters, digits and any of . _ @ + -, such as ada or ada@example.com',
)
const member = nameOf(
  /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u,
  'must be 1 to 100 letters, digits and any of . _ @ + -, such as ada@example.com',
)
const role = v.picklist(ROLES)
const ofOperator = v.strictObject({ operator })
const ofMember = v.strictObject({ workspace: id, member })

/** The role of an operator, before and after a change. */
async function look(store: Store, { operator: name }: { readonly operator: string }): Promise<Snapshot | null> {
  const found = await store.people.find('dashboard', name)
  return found === null ? null : { operator: name, role: found.role }
}

/** Only owners change who administers. */
const OWNERS = { role: 'owner', look } as const

export const PEOPLE_COMMANDS = {
  'operators.list': define(
    'List the people who administer, and their roles.',
    v.strictObject({}),
    async (store) => (await store.people.list(null)).map(printOperator),
    READS,
  ),
  'operators.create': define(
    'Add a person who administers. The password is shown only once.',
    v.strictObject({ operator, role }),
    (store, { operator: name, role: given }) =>
      withPassword((passwordHash) => store.people.add({ workspaceId: null, name, role: given, passwordHash })),
    OWNERS,
  ),
  'operators.update': define(
    'Change the role of an operator, from the next request on.',
    v.strictObject({ operator, role }),
    async (store, input) => printOperator(await store.people.update(null, input.operator, { role: input.role })),
    OWNERS,
  ),
  'operators.reset': define(
    'Give an operator a new password, which is shown only once, and end the sessions.',
    ofOperator,
    (store, input) => withPassword((passwordHash) => store.people.update(null, input.operator, { passwordHash })),
    OWNERS,
  ),
  'operators.sign-out': define(
    'End all sessions of an operator, on all servers.',
    ofOperator,
    async (store, input) => printOperator(await store.people.update(null, input.operator, { endsSessions: true })),
    OWNERS,
  ),
  'operators.remove': define(
    'Remove an operator, and end the sessions.',
    ofOperator,
    (store, input) => store.people.remove(null, input.operator),
    OWNERS,
  ),
  'members.list': define(
    "List the people of a workspace who sign in at the customers' door.",
    v.strictObject({ workspace: id }),
    async (store, { workspace }) =>
      (await store.people.list(workspace)).map((person) => printMember(person, workspace)),
    { ...READS, role: 'operator' },
  ),
  'members.invite': define(
    'Add a person to a workspace. The link to choose a password is shown only once.',
    ofMember,
    (store, { workspace, member: name }, context) =>
      withLink(workspace, name, context, (link) => store.people.add({ workspaceId: workspace, name, link })),
  ),
  'members.reset': define(
    'Give a member a new link to choose a password, which is shown only once. The password and the sessions end.',
    ofMember,
    (store, { workspace, member: name }, context) =>
      withLink(workspace, name, context, (link) => store.people.update(workspace, name, { link })),
  ),
  'members.remove': define('Remove a member, and end the sessions.', ofMember, (store, input) =>
    store.people.remove(input.workspace, input.member),
  ),
} as const

async function withPassword(set: (passwordHash: string) => Promise<Person>): Promise<OperatorWithPassword> {
  const password = createPassword()
  return { operator: printOperator(await set(await hashPassword(password))), password }
}

async function withLink(
  workspaceId: string,
  name: string,
  { nowMs, serviceUrl }: CommandContext,
  set: (link: PersonLink) => Promise<Person>,
): Promise<MemberWithLink> {
  const { secret, link } = createLink(nowMs)
  const person = await set(link)
  const params = new URLSearchParams({ name, link: secret })
  // After the hash: a browser does not send it, so that no log has it.
  return { ...printMember(person, workspaceId), link: `${serviceUrl ?? ''}/account#${params.toString()}` }
}

function printOperator({ name, role: own, createdAtMs }: Person): AdminOperator {
  return { name, role: own ?? 'reader', createdAtMs }
}

function printMember(
  { id: own, name, createdAtMs, hasPassword, linkExpiresAtMs }: Person,
  workspaceId: string,
): AdminMember {
  return { id: own, workspaceId, name, createdAtMs, hasPassword, linkExpiresAtMs }
}
