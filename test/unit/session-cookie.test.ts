import assert from 'node:assert/strict'
import { test } from 'node:test'
import { H3Event } from 'h3'
import { customerDoor } from '../../adapters/http/account/customer-door.ts'
import { DASHBOARD } from '../../adapters/http/admin/dashboard-door.ts'
import { setSessionCookie } from '../../adapters/http/people/session-cookie.ts'

const ACCOUNT = customerDoor({ mayPayAsYouGo: false })

for (const [door, url, path] of [
  [DASHBOARD, 'http://localhost:8081/admin/session', '/'],
  [DASHBOARD, 'http://localhost:8081/admin/password', '/'],
  [ACCOUNT, 'http://localhost/account/session', '/account'],
  [ACCOUNT, 'http://localhost/account/password/change', '/account'],
  [ACCOUNT, 'http://localhost/shop/account/session', '/shop/account'],
  [ACCOUNT, 'http://localhost/shop/account/password/change', '/shop/account'],
  [ACCOUNT, 'http://localhost/account/account/sessions', '/account/account'],
] as const) {
  test(`the cookie of ${url} is for ${path}, below the path of a mount`, () => {
    const { cookie, path: own, cookiePath } = door
    const event = new H3Event(new Request(url))
    setSessionCookie(event, 'id', { cookie, path: own, cookiePath, publicUrl: null })
    assert.deepEqual(event.res.headers.getSetCookie(), [`${cookie}=id; Path=${path}; HttpOnly; SameSite=Strict`])
  })
}
