// Takes more than 20 seconds: a browser signs in with several roles.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startBench } from '../support/service-bench.ts'
import { untilPasses } from '../support/wait.ts'
import { assertAccessible, assertFits, expectVisible, openPage, requireBrowser, THEMES } from './browser.ts'
import { signIn } from './dashboard-views.ts'

const bench = await startBench()
test.after(() => bench.close())
const address = `http://127.0.0.1:${bench.adminPort}/`
const workspace = await bench.createWorkspace()
const { key } = await bench.createKey(workspace)

async function enterAs(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password or token').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A window in which an operator has signed in. */
async function enter(t: TestContext, name: string, role: string, hash = ''): Promise<Page> {
  const { password } = await bench.administrate('operators.create', { operator: name, role })
  const { page } = await openPage(t, address + hash)
  await enterAs(page, name, password)
  await expectVisible(page.getByRole('button', { name: 'Sign out', exact: true }))
  return page
}

test('an owner adds an operator, who signs in with the password that is shown, and changes it', async (t) => {
  if (!requireBrowser(t)) return
  const { page } = await openPage(t, `${address}#/people`)
  await signIn(page)
  await page.getByRole('button', { name: 'Add an operator' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Ada')
  await page.getByLabel('operator: also changes').check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const shown = page.locator('code.secret')
  await expectVisible(shown)
  const password = await shown.innerText()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectVisible(page.getByText('You are signed out.'))

  await enterAs(page, 'ada', 'wrong')
  await expectVisible(page.getByText('The name or the password is wrong.'))
  await enterAs(page, 'ada', password)
  await expectVisible(page.getByText('You have signed in as ada, with the role operator.'))
  await page.getByLabel('Present password').fill(password)
  await untilPasses(async () => assert.equal(await page.getByRole('button', { name: 'Add an operator' }).count(), 0))
  await page.getByLabel('New password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Change the password' }).click()
  await expectVisible(page.getByText('Your password is changed.'))
  await enterAs(page, 'ada', 'correct horse battery')
  await expectVisible(page.getByRole('region', { name: 'What was done' }).getByText('operators.password'))
})

test('a reader sees keys, and nothing that changes them; a new role shows it after a reload', async (t) => {
  if (!requireBrowser(t)) return
  const page = await enter(t, 'reader', 'reader', `#/keys?workspace=${workspace}`)
  await expectVisible(page.getByText(key.prefix))
  for (const name of ['Create a key', 'Rotate', 'Revoke']) {
    await untilPasses(async () => assert.equal(await page.getByRole('button', { name }).count(), 0, name))
  }
  // A page from before the role was taken away: the server says what is wrong.
  await bench.administrate('operators.update', { operator: 'reader', role: 'operator' })
  await page.reload()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await bench.administrate('operators.update', { operator: 'reader', role: 'reader' })
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expectVisible(page.getByText('Your role is reader, which may not do that.'))
})

test('one who is removed is asked to sign in again, and sign out everywhere ends other windows', async (t) => {
  if (!requireBrowser(t)) return
  const page = await enter(t, 'gone', 'owner', '#/people')
  await expectVisible(page.getByText('this one'))
  await bench.administrate('operators.remove', { operator: 'gone' })
  await page.evaluate(() => (location.hash = '#/plan'))
  await expectVisible(page.getByText('Your session has ended'))

  const first = await enter(t, 'twice', 'owner', '#/people')
  const { password } = await bench.administrate('operators.reset', { operator: 'twice' })
  await first.reload()
  await enterAs(first, 'twice', password)
  await expectVisible(first.getByText('this one'))
  const { page: second } = await openPage(t, `${address}#/people`)
  await enterAs(second, 'twice', password)
  await second.getByRole('button', { name: 'Sign me out everywhere' }).click()
  await expectVisible(second.getByText('You are signed out.'))
  await first.evaluate(() => (location.hash = '#/plan'))
  await expectVisible(first.getByText('Your session has ended'))
})

test('a page whose sign-out the server could not do says so, and stays signed in', async (t) => {
  if (!requireBrowser(t)) return
  const page = await enter(t, 'stays', 'owner', '#/people')
  await page.route(/\/admin\/sessions?$/, async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await route.fulfill({ status: 503, json: { error: 'unavailable', message: 'The store does not work.' } })
  })
  const problem = page.getByText('The store does not work.')
  await page.getByRole('button', { name: 'Sign me out everywhere' }).click()
  await expectVisible(problem)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectVisible(problem.nth(1))
  await page.unroute(/\/admin\/sessions?$/)
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expectVisible(page.getByText('You are signed out.'))
})

test('the view of a reader is accessible, and fits 360 px, in both themes', async (t) => {
  if (!requireBrowser(t)) return
  const { password } = await bench.administrate('operators.create', {
    operator: 'a.reader.with-a-very-long-name@operations.example.com',
    role: 'reader',
  })
  for (const theme of THEMES) {
    const { page } = await openPage(t, `${address}#/people`, { theme, width: 'narrow' })
    await enterAs(page, 'a.reader.with-a-very-long-name@operations.example.com', password)
    await expectVisible(page.getByRole('region', { name: 'What was done' }))
    await assertAccessible(page, theme)
    await assertFits(page, theme)
  }
})
