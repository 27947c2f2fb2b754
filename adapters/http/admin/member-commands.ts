import { createHash, randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { DAY_MS } from '../../../core/policy/index.ts'
import { LINK_DAYS, type Member, type MemberLink } from '../../store/members.ts'
import { define, id, READS, type CommandContext } from './define-command.ts'

/** A member as the administration gives it. */
export type AdminMember = Omit<Member, 'generation'>

/** A member with a new link, which can't be read again. */
export interface MemberWithLink extends AdminMember {
  /** Opens the page where the password is chosen, once. A path, if it is not known where callers reach the service. */
  readonly link: string
}

/** Names that people sign in with, in lower case: an e-mail address, or any other. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,99}$/u
const name = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(NAME, 'must be 1 to 100 letters, digits and any of . _ @ + -, such as ada@example.com'),
)
const named = v.strictObject({ workspace: id, member: name })

/** Hash of the random part of a link, as the store keeps it. */
export function hashLink(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export const MEMBER_COMMANDS = {
  'members.list': define(
    "List the people of a workspace who sign in at the customers' door.",
    v.strictObject({ workspace: id }),
    async (store, { workspace }) => (await store.members.list(workspace)).map(printMember),
    { ...READS, role: 'operator' },
  ),
  'members.invite': define(
    'Add a person to a workspace. The link to choose a password is shown only once.',
    named,
    async (store, { workspace, member }, context): Promise<MemberWithLink> => {
      const { link, url } = createLink(member, context)
      return { ...printMember(await store.members.invite({ workspaceId: workspace, name: member, link })), link: url }
    },
  ),
  'members.reset': define(
    'Give a member a new link to choose a password, which is shown only once. The password and the sessions end.',
    named,
    async (store, { workspace, member }, context): Promise<MemberWithLink> => {
      const { link, url } = createLink(member, context)
      return { ...printMember(await store.members.reset(workspace, member, link)), link: url }
    },
  ),
  'members.remove': define('Remove a member, and end the sessions.', named, async (store, { workspace, member }) =>
    store.members.remove(workspace, member),
  ),
} as const

function createLink(
  member: string,
  { nowMs, serviceUrl }: CommandContext,
): { readonly link: MemberLink; readonly url: string } {
  const secret = randomBytes(32).toString('base64url')
  const link = { hash: hashLink(secret), expiresAtMs: Math.round(nowMs) + LINK_DAYS * DAY_MS }
  const params = new URLSearchParams({ name: member, link: secret })
  // After the hash: a browser does not send it, so that no log has it.
  return { link, url: `${serviceUrl ?? ''}/account#${params.toString()}` }
}

function printMember({ generation: _, ...member }: Member): AdminMember {
  return member
}
