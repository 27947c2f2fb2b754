import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBench } from '../support/service-bench.ts'
import { until } from '../support/wait.ts'
import { assertAccessible, assertFits, expectVisible, openPage, requireBrowser, THEMES } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const PASSWORD = 'a long password of Ada'
const bench = await startBench({
  settings: { SHELFMARK_CUSTOMER_DOOR: 'on', SHELFMARK_CUSTOMER_PAY_AS_YOU_GO: 'on' },
})
test.after(() => bench.close())
const address = `http://127.0.0.1:${bench.port}/account`

test('a member chooses a password by a link, and creates, rotates and revokes a key', async (t) => {
  if (!requireBrowser(t)) return
  const workspace = await bench.createWorkspace()
  const { link } = await bench.administrate('members.invite', { workspace, member: 'ada@example.com' })
  const { page, problems } = await openPage(t, address + link.slice(link.indexOf('#')))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('The same again').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expectVisible(page.getByText('You have signed in as ada@example.com.'))
  await until(() => !page.url().includes('link='), 'the address without the link')

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  // The view that is left has a field with this name too.
  await expectVisible(page.getByText('You are signed out.'))
  await page.getByLabel('Name').fill('ada@example.com')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  // Its form has a name too.
  await expectVisible(page.getByText('You have signed in as ada@example.com.'))
  await page.getByLabel('Name').fill('shop')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.locator('code.secret')
  await expectVisible(shown)
  const fullKey = await shown.first().innerText()
  assert.equal((await bench.product('B0SHLFS081', fullKey)).status, 200)

  await page.getByRole('button', { name: 'Rotate shop' }).click()
  await page.getByRole('button', { name: 'Rotate now' }).click()
  await expectVisible(page.getByText('Store the key shop now.'))
  // The list has the new key, and no longer the old one.
  const rotated = shown.filter({ hasNotText: fullKey })
  await expectVisible(rotated)
  const prefix = (await rotated.first().innerText()).slice(0, fullKey.length - 32)
  await expectVisible(page.getByText(`${prefix}…`))
  await page.getByRole('button', { name: 'Revoke shop' }).click()
  await page.getByRole('button', { name: 'Revoke now' }).click()
  await expectVisible(page.getByText('There is no key yet.'))
  await expectVisible(page.getByText('“shop” is revoked. It has no running batch. It has no running watch.'))
  assert.equal((await bench.product('B0SHLFS081', fullKey)).status, 401)

  const own = page.getByRole('region', { name: 'Your password' })
  await own.getByLabel('Present password').fill(PASSWORD)
  await own.getByLabel('New password', { exact: true }).fill('another long password')
  await own.getByLabel('The new password again').fill('a different one')
  await own.getByRole('button', { name: 'Change the password' }).click()
  await expectVisible(own.getByText('The two new passwords differ.'))
  await own.getByLabel('The new password again').fill('another long password')
  await own.getByRole('button', { name: 'Change the password' }).click()
  await expectVisible(own.getByText('Your password is changed.'))

  await page.getByRole('button', { name: 'Turn pay as you go on' }).click()
  await expectVisible(page.getByRole('button', { name: 'Turn pay as you go off' }))
  await page.reload()
  await expectVisible(page.getByText('You have signed in as ada@example.com.'))
  // Of the session that a new page has not.
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('401')),
    [],
  )
})

for (const theme of THEMES) {
  test(`the door is accessible and fits 360 px, ${theme}`, async (t) => {
    if (!requireBrowser(t)) return
    const { workspace, key } = await bench.createCaller()
    assert.equal((await bench.product('B0SHLFS081', key)).status, 200)
    const member = `${theme}@example.com`
    const { link } = await bench.administrate('members.invite', { workspace, member })
    const { page } = await openPage(t, address, { theme, width: 'narrow' })
    await expectVisible(page.getByRole('heading', { name: 'Sign in' }))
    await assertAccessible(page, 'sign in')
    await page.goto('about:blank')
    await page.goto(address + link.slice(link.indexOf('#')))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await assertAccessible(page, 'password')
    await assertFits(page, 'password')
    await page.getByLabel('The same again').fill(PASSWORD)
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expectVisible(page.getByRole('cell', { name: 'custom' }))
    await expectVisible(page.getByRole('columnheader', { name: 'Credits' }))
    await page.getByLabel('Name').fill('a key with a rather long name, such as the host that it is used on')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await expectVisible(page.locator('code.secret'))
    await assertAccessible(page, 'account')
    await assertFits(page, 'account')
  })
}

test('an operator invites a member in the dashboard', async (t) => {
  if (!requireBrowser(t)) return
  const workspace = await bench.createWorkspace()
  const { page } = await openPage(t, `http://127.0.0.1:${bench.adminPort}/#/people?workspace=${workspace}`)
  await signIn(page)
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Eve@example.com')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expectVisible(page.getByText('Send the link to eve@example.com now.'))
  assert.match(await page.locator('code.secret').innerText(), /\/account#name=eve%40example\.com&link=[\w-]{43}$/)
  await expectVisible(page.getByText(/^invited until /))
  await assertAccessible(page, 'members')
  await page.getByRole('button', { name: 'Remove eve@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expectVisible(page.getByText('Nobody. Members see their workspace'))
})
