import assert from 'node:assert/strict'
import type { DoorSession } from '../../adapters/http/account/customer-door.ts'
import type { MemberWithLink } from '../../adapters/http/admin/people-commands.ts'
import { headerOf, jsonOf, type Answer, type Bench } from './service-bench.ts'

export const PASSWORD = 'a long password of Ada'

type Headers = Readonly<Record<string, string>>
type Send = (method: string, path: string, body?: object, headers?: Headers) => Promise<Answer>

/** A browser in which a member has signed in. */
interface Browser {
  readonly facts: DoorSession
  readonly cookie: string
  readonly send: Send
}

interface Visits {
  /** Sends a request as a page of the server does. */
  readonly send: Send
  readonly invite: (workspace: string, member: string) => Promise<MemberWithLink>
  /** Sets a password by a link. */
  readonly choose: (invited: MemberWithLink, password?: string) => Promise<Answer>
  readonly enter: (name: string) => Promise<Browser>
  /** A workspace with a member who has signed in. */
  readonly createMember: (name: string) => Promise<Browser & { readonly workspace: string }>
}

/** What the page sends of a link. */
export function openLink({ link }: MemberWithLink): { readonly name: string; readonly link: string } {
  const params = new URLSearchParams(link.split('#')[1])
  return { name: params.get('name') ?? '', link: params.get('link') ?? '' }
}

/** The customers' door of a bench. */
export function visitDoor(bench: Bench): Visits {
  const send: Send = (method, path, body, more = {}) => {
    const origin = `http://127.0.0.1:${bench.port}`
    const headers = { Origin: origin, 'Content-Type': 'application/json', Authorization: '', ...more }
    return bench.callEncoded(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  }
  const invite: Visits['invite'] = (workspace, member) => bench.administrate('members.invite', { workspace, member })
  const choose: Visits['choose'] = (invited, password = PASSWORD) =>
    send('POST', '/account/password', { ...openLink(invited), password })
  const enter: Visits['enter'] = async (name) => {
    const answer = await send('POST', '/account/session', { name, password: PASSWORD })
    assert.equal(answer.status, 200, String(answer.bytes))
    const [cookie = ''] = (headerOf(answer, 'set-cookie') ?? '').split(';')
    const facts = jsonOf(answer) as DoorSession
    const own = { Cookie: cookie, 'Shelfmark-CSRF': facts.csrf_token }
    return { facts, cookie, send: (method, path, body, headers) => send(method, path, body, { ...own, ...headers }) }
  }
  const createMember: Visits['createMember'] = async (name) => {
    const workspace = await bench.createWorkspace()
    assert.equal((await choose(await invite(workspace, name))).status, 204)
    return { ...(await enter(name)), workspace }
  }
  return { send, invite, choose, enter, createMember }
}
