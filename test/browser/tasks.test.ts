// Takes more than 20 seconds: a browser does the daily tasks of operators and customers, each in a window of its own.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startFilledBench } from '../support/dashboard-bench.ts'
import { root } from '../support/root.ts'
import { jsonOf, PRODUCT } from '../support/service-bench.ts'
import { expectVisible, openPage, requireBrowser } from './browser.ts'
import { signIn } from './dashboard-views.ts'
import { startHand, type Hand } from './hand.ts'

/** More is too long a way for what is done each day. */
const MOST_CLICKS = 5
const MEMBER_PASSWORD = 'a long password of Ada'

const { bench, filled, address, close } = await startFilledBench(3, { SHELFMARK_CUSTOMER_DOOR: 'on' })
test.after(close)
const door = `http://127.0.0.1:${bench.port}/account`

/** Clicks of each task, as the document says: `| task | clicks | way |`. */
const document = readFileSync(join(root, 'adapters/web/README.md'), 'utf8')
const written = new Map(
  [...document.matchAll(/^\| (?<task>[^|]+) \| (?<clicks>\d+) \| [^|]+ \|$/gm)].map(({ groups }) => [
    groups?.['task'] ?? '',
    Number(groups?.['clicks']),
  ]),
)
const done = new Set<string>()

type Work = (page: Page, hand: Hand, t: TestContext) => Promise<void>

/** A task of a person who has signed in, counted from the first page. */
function task(name: string, enter: (t: TestContext) => Promise<Page>, work: Work): void {
  test(`a task: ${name}`, async (t) => {
    done.add(name)
    if (!requireBrowser(t)) return
    const page = await enter(t)
    const hand = startHand()
    await work(page, hand, t)
    assert.equal(hand.clicks(), written.get(name), `clicks, as in the table of adapters/web/README.md`)
    assert.ok(hand.clicks() <= MOST_CLICKS, `${hand.clicks()} clicks`)
  })
}

async function enterDashboard(t: TestContext): Promise<Page> {
  const { page } = await openPage(t, `${address}#/overview?workspace=${filled.old}`, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  await signIn(page)
  return page
}

const goTo = (page: Page, hand: Hand, view: string): Promise<void> =>
  hand.click(page.getByRole('navigation').getByRole('link', { name: view, exact: true }))

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

task('create a limited key, and call with it', enterDashboard, async (page, hand) => {
  await goTo(page, hand, 'Keys')
  await hand.click(button(page, 'Create a key'))
  await page.getByLabel('Name').fill('price watcher')
  await hand.click(page.getByLabel('batch: create'))
  await page.getByLabel('Only from these addresses').fill('127.0.0.0/8')
  await hand.click(button(page, 'Create'))
  await hand.click(button(page, 'Copy the command'))
  await expectVisible(page.getByText('Copied'))
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const key = /Bearer (?<key>\w+)/.exec(command)?.groups?.['key'] ?? ''
  assert.equal((await bench.call(`${PRODUCT}?query=B0SHLFX301&domain=de`, { key })).status, 200)
  const refused = await bench.createBatch(key, { endpoint: 'market.product', items: [] })
  assert.equal(refused.status, 403)
})

task('find why requests failed yesterday', enterDashboard, async (page, hand) => {
  await goTo(page, hand, 'Requests')
  await hand.click(button(page, 'Yesterday'))
  const why = page.getByRole('region', { name: 'Why requests failed' })
  await expectVisible(why.getByText('The marketplace asked for a captcha in the last attempt.'))
})

task('see the credits that are left', enterDashboard, async (page, hand) => {
  await goTo(page, hand, 'Plan')
  await expectVisible(page.getByText(/^[\d,]+ are left/))
})

task('replace a key that leaked', enterDashboard, async (page, hand) => {
  const { key, fullKey } = await bench.administrate('keys.create', {
    workspace: filled.old,
    kind: 'live',
    name: 'leaked',
  })
  await goTo(page, hand, 'Keys')
  await hand.click(button(page, `Rotate ${key.name}`))
  await hand.click(page.getByLabel('The old key has leaked'))
  await hand.click(button(page, 'Rotate'))
  await expectVisible(page.getByText('Copy the key now.'))
  assert.equal((await bench.product('B0SHLFX301', fullKey)).status, 401)
})

task("read a customer's batch", enterDashboard, async (page, hand) => {
  const { fullKey } = await bench.createKey(filled.workspace)
  const items = [{ query: 'B0SHLFX301', domain: 'de', reference: 'order 7' }]
  const created = await bench.createBatch(fullKey, { endpoint: 'market.product', items })
  const { id } = jsonOf(created) as { readonly id: string }
  await hand.choose(page.getByLabel('Workspace'), filled.workspace)
  await goTo(page, hand, 'Batches')
  await hand.click(page.locator(`a[href*="${id}"]`))
  await expectVisible(page.getByRole('region', { name: 'Results' }).getByText('order 7'))
})

task('find the selector that stopped winning', enterDashboard, async (page, hand) => {
  await goTo(page, hand, 'Layout')
  const row = page.getByRole('row').filter({ has: page.getByText(/^(?:stopped|falling)$/) })
  await hand.click(row.first().getByRole('button'))
  const detail = page.getByRole('region', { name: 'Sources of price' })
  const stopped = detail.getByRole('listitem').filter({ hasText: '.priceToPay .a-offscreen' })
  await expectVisible(stopped.getByText(/of the values before, 0(?:\.\d+)?% now/))
})

task('save the usage as CSV', enterDashboard, async (page, hand) => {
  await goTo(page, hand, 'Usage')
  const download = page.waitForEvent('download')
  await hand.click(button(page, 'Save as CSV'))
  const [first = ''] = (await readFile(await (await download).path(), 'utf8')).split('\n')
  assert.match(first, /credits/)
})

task('let a second operator in', enterDashboard, async (page, hand, t) => {
  await goTo(page, hand, 'People')
  await hand.click(button(page, 'Add an operator'))
  await page.getByRole('dialog').getByLabel('Name').fill('second')
  await hand.click(page.getByLabel('operator: also changes'))
  await hand.click(button(page, 'Add'))
  const password = await page.locator('code.secret').innerText()
  const { page: own } = await openPage(t, address)
  await own.getByLabel('Name').fill('second')
  await own.getByLabel('Password or token').fill(password)
  await button(own, 'Sign in').click()
  await expectVisible(button(own, 'Sign out'))
})

task('sign out everywhere', enterDashboard, async (page, hand, t) => {
  const other = await enterDashboard(t)
  await goTo(page, hand, 'People')
  await hand.click(button(page, 'Sign me out everywhere'))
  await expectVisible(page.getByText('You are signed out.'))
  await other.evaluate(() => (location.hash = '#/plan'))
  await expectVisible(other.getByText('Your session has ended'))
})

let members = 0

/** A customer with a key `shop` that was used. */
async function enterDoor(t: TestContext): Promise<Page> {
  const workspace = await bench.createWorkspace()
  const { fullKey } = await bench.administrate('keys.create', { workspace, kind: 'live', name: 'shop' })
  assert.equal((await bench.product('B0SHLFX301', fullKey)).status, 200)
  members += 1
  const { link } = await bench.administrate('members.invite', { workspace, member: `member-${members}@example.com` })
  const { page } = await openPage(t, door + link.slice(link.indexOf('#')))
  await page.getByLabel('Password', { exact: true }).fill(MEMBER_PASSWORD)
  await page.getByLabel('The same again').fill(MEMBER_PASSWORD)
  await button(page, 'Save the password').click()
  await expectVisible(button(page, 'Sign out'))
  return page
}

task('create a key, as a customer', enterDoor, async (page, hand) => {
  await page.getByLabel('Name').fill('second shop')
  await hand.click(button(page, 'Create the key'))
  await expectVisible(page.getByText('Store the key second shop now.'))
  const key = await page.locator('code.secret').first().innerText()
  assert.equal((await bench.product('B0SHLFX301', key)).status, 200)
})

task('see usage and limits, as a customer', enterDoor, async (page) => {
  const usage = page.getByRole('region', { name: 'Usage of this month' })
  await expectVisible(usage.getByText('5 credits are used'))
  await expectVisible(page.getByRole('region', { name: 'Limits' }).getByText('Requests per second'))
})

task('rotate or revoke a key, as a customer', enterDoor, async (page, hand) => {
  await hand.click(button(page, 'Rotate shop'))
  await hand.click(button(page, 'Rotate now'))
  await expectVisible(page.getByText('Store the key shop now.'))
  // Revoking takes as many.
  await button(page, 'Revoke shop').click()
  await button(page, 'Revoke now').click()
  await expectVisible(page.getByText('There is no key yet.'))
})

test('the table of the document has each task, and no other', () => {
  assert.deepEqual([...written.keys()], [...done])
})
