import type { ListedSession } from '../people/sessions.ts'
import type { Role } from '../../store/people.ts'
import { forAllowed } from '../people/authorize.ts'
import type { DoorRules } from '../people/door.ts'
import { jsonAnswer } from '../route/answers.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'
import type { Administration } from './administration.ts'
import { roleOfPerson } from './roles.ts'

/** What a page must know of its session. */
export interface SessionFacts {
  /** Value of the header `Shelfmark-CSRF`. */
  readonly csrf_token: string
  /** The session ends after this time without use. */
  readonly idle_seconds: number
  /** Name of the operator. null: signed in with the token of the administration. */
  readonly operator: string | null
  readonly role: Role
}

/** Where operators sign in. */
export const DASHBOARD: DoorRules = {
  name: 'dashboard',
  path: '/admin',
  cookie: 'shelfmark_session',
  cookiePath: '/',
  keepsAddress: true,
  closesWhileDraining: false,
  renewsSession: false,
  print: ({ session: { csrfToken, idleMs, person: operator }, person }): SessionFacts => {
    return { csrf_token: csrfToken, idle_seconds: idleMs / 1000, operator, role: roleOfPerson({ person }) }
  },
}

/** The dashboard: a page that runs the commands of the administration. */
export const getDashboard: Route<unknown> = {
  method: 'GET',
  path: '/',
  allowsHead: true,
  handler: (event) => answerPage(event, { name: 'dashboard', title: 'shelfmark: dashboard', base: '' }),
}

/** Sessions on all servers: of an owner, all; else one's own. */
export interface SessionList {
  readonly sessions: readonly ListedSession[]
  /** Name of the session that asks. null: it has the token of the administration. */
  readonly own: string | null
}

export const listSessions: Route<Administration> = {
  method: 'GET',
  path: `${DASHBOARD.path}/sessions`,
  handler: forAllowed(async (_, { door }, { session, person }) => {
    const all = await door.sessions.list()
    const isOwner = roleOfPerson({ person }) === 'owner'
    const sessions = isOwner ? all : all.filter(({ operator }) => operator === session?.person)
    return jsonAnswer(200, { sessions, own: session?.name ?? null } satisfies SessionList)
  }),
}
