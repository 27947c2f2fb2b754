import * as v from 'valibot'
import { ROLES, unknownOperator, type OperatorAccount } from '../../store/operators.ts'
import type { Store } from '../../store/store.ts'
import { define, READS, type Snapshot } from './define-command.ts'
import { createPassword, hashPassword } from './passwords.ts'

/** An operator as the administration gives them. */
export type AdminOperator = Omit<OperatorAccount, 'generation'>

/** An operator with a new password, which can't be read again. */
export interface OperatorWithPassword {
  readonly operator: AdminOperator
  readonly password: string
}

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/
const name = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(NAME, 'must be 1 to 64 letters, digits and any of . _ @ + -, such as ada or ada@example.com'),
)
const role = v.picklist(ROLES)
const named = v.strictObject({ operator: name })

/** The role of an operator, before and after a change. */
async function look(store: Store, { operator }: { readonly operator: string }): Promise<Snapshot | null> {
  const found = await store.operators.find(operator)
  return found === null ? null : { operator, role: found.role }
}

/** Only owners change who administers. */
const OWNERS = { role: 'owner', look } as const

export const OPERATOR_COMMANDS = {
  'operators.list': define(
    'List the people who administer, and their roles.',
    v.strictObject({}),
    async (store) => (await store.operators.list()).map(printOperator),
    READS,
  ),
  'operators.create': define(
    'Add a person who administers. The password is shown only once.',
    v.strictObject({ operator: name, role }),
    async (store, input, { nowMs }): Promise<OperatorWithPassword> => {
      const password = createPassword()
      const passwordHash = await hashPassword(password)
      const created = { name: input.operator, role: input.role, passwordHash, createdAtMs: Math.round(nowMs) }
      return { operator: printOperator(await store.operators.create(created)), password }
    },
    OWNERS,
  ),
  'operators.update': define(
    'Change the role of an operator, from the next request on.',
    v.strictObject({ operator: name, role }),
    async (store, input) => printOperator(await store.operators.update(input.operator, { role: input.role })),
    OWNERS,
  ),
  'operators.reset': define(
    'Give an operator a new password, which is shown only once, and end the sessions.',
    named,
    async (store, { operator }): Promise<OperatorWithPassword> => {
      if ((await store.operators.find(operator)) === null) throw unknownOperator(operator)
      const password = createPassword()
      const passwordHash = await hashPassword(password)
      return { operator: printOperator(await store.operators.update(operator, { passwordHash })), password }
    },
    OWNERS,
  ),
  'operators.sign-out': define(
    'End all sessions of an operator, on all servers.',
    named,
    async (store, { operator }) => printOperator(await store.operators.update(operator, { endsSessions: true })),
    OWNERS,
  ),
  'operators.remove': define(
    'Remove an operator, and end the sessions.',
    named,
    async (store, { operator }) => store.operators.remove(operator),
    OWNERS,
  ),
} as const

function printOperator({ generation: _, ...operator }: OperatorAccount): AdminOperator {
  return operator
}
