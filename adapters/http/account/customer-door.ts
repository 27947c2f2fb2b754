import type { KnownPerson } from '../../store/people.ts'
import type { Workspace } from '../../store/workspaces.ts'
import type { DoorRules, OpenDoor, SignedIn } from '../people/door.ts'
import type { Service } from '../route/deps.ts'
import { mountBase } from '../route/mount-base.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'

/** Path of the door, and of its cookie. */
export const ACCOUNT = '/account'

/** What the settings say of the door. */
interface CustomerTerms {
  /** Whether members switch pay-as-you-go of their workspace. */
  readonly mayPayAsYouGo: boolean
}

/** The page at `/account`, where members of workspaces sign in. */
export interface CustomerDoor extends OpenDoor, CustomerTerms {}

/** What the routes of the customers' door work with. */
export interface CustomerDeps extends Service {
  readonly door: CustomerDoor
}

/** What the page must know of its session. */
export interface DoorSession {
  /** Value of the header `Shelfmark-CSRF`. */
  readonly csrf_token: string
  /** The session ends after this time without use. */
  readonly idle_seconds: number
  /** Name of the member. */
  readonly member: string
  readonly workspace: { readonly id: string; readonly name: string }
  /** Whether the member may switch pay-as-you-go. */
  readonly may_switch_pay_as_you_go: boolean
}

/** Where members of workspaces sign in. Nobody is shown the address of a member. */
export function customerDoor({ mayPayAsYouGo }: CustomerTerms): DoorRules & CustomerTerms {
  return {
    name: 'account',
    path: ACCOUNT,
    cookie: 'shelfmark_account',
    cookiePath: ACCOUNT,
    keepsAddress: false,
    closesWhileDraining: true,
    renewsSession: true,
    mayPayAsYouGo,
    print: ({ session: { csrfToken, idleMs }, person }): DoorSession => {
      const { name: member, workspace } = toMember({ person })
      return {
        csrf_token: csrfToken,
        idle_seconds: idleMs / 1000,
        member,
        workspace: { id: workspace.id, name: workspace.name },
        may_switch_pay_as_you_go: mayPayAsYouGo,
      }
    },
  }
}

/** The member who has signed in. Throws: Error, never at this door, where nobody else signs in. */
export function toMember({ person }: Pick<SignedIn, 'person'>): KnownPerson & { readonly workspace: Workspace } {
  if (person === null || person.workspace === null) throw new Error('only members sign in at this door')
  return { ...person, workspace: person.workspace }
}

/** The page of the door. */
export const getAccountPage: Route<unknown> = {
  method: 'GET',
  path: ACCOUNT,
  allowsHead: true,
  handler: (event) =>
    answerPage(event, { name: 'account', title: 'shelfmark: account', base: mountBase(event, ACCOUNT) }),
}
