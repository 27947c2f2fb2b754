import type { Page } from 'playwright-core'
import type { Filled } from '../support/dashboard-bench.ts'
import { ADMIN_TOKEN } from '../support/service-bench.ts'
import { expectVisible } from './browser.ts'
import type { View } from './views.ts'

export async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Token').fill(ADMIN_TOKEN)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectVisible(page.getByRole('button', { name: 'Sign out' }))
}

/** The views of the dashboard, for a person who has signed in. */
export function dashboardViews(
  address: string,
  { workspace, old, empty, batch, watch, rank }: Filled,
): readonly View[] {
  const view = (name: string, hash: string, isShown: (page: Page) => Promise<void>): View => ({
    name,
    open: async (page) => {
      await page.goto(address + hash)
      await isShown(page)
    },
  })
  const of = (name: string, more = ''): string => `#/${name}?workspace=${workspace}${more}`
  const heading = (page: Page, name: string) => expectVisible(page.getByRole('heading', { name, exact: true }))
  return [
    view('overview', `#/overview?workspace=${old}`, (page) => expectVisible(page.locator('.u-legend'))),
    view('overview-empty', `#/overview?workspace=${empty}&kind=live`, (page) => heading(page, 'No requests yet')),
    view('layout', of('layout'), async (page) => {
      await expectVisible(page.getByText('1 without values that they had'))
      await page.getByRole('button', { name: 'price', exact: true }).first().click()
      await expectVisible(page.locator('.u-legend'))
    }),
    view('sources', of('sources'), (page) => expectVisible(page.getByRole('region', { name: 'Marketplaces' }))),
    view('keys', of('keys'), (page) => heading(page, 'Revoked and expired')),
    view('create-key', of('keys'), async (page) => {
      await page.getByRole('button', { name: 'Create a key' }).click()
      await heading(page, 'Create a key')
    }),
    view('requests', `#/requests?workspace=${old}`, (page) =>
      expectVisible(page.getByRole('region', { name: 'Requests' })),
    ),
    view('requests-failed', `#/requests?workspace=${old}&range=7d&outcome=failed&text=evil`, (page) =>
      expectVisible(page.getByRole('region', { name: 'Why requests failed' })),
    ),
    view('requests-own-time', `#/requests?workspace=${old}&range=own&reason=captcha`, (page) =>
      expectVisible(page.getByRole('button', { name: 'reason: captcha' })),
    ),
    view('request', `#/requests?workspace=${old}&range=7d&text=evil`, async (page) => {
      await page.getByRole('button', { name: 'show the request' }).first().click()
      await heading(page, 'Request')
    }),
    view('requests-empty', `#/requests?workspace=${empty}&range=own&from=2020-01-01&to=2020-01-02`, (page) =>
      heading(page, 'No requests'),
    ),
    view('usage', `#/usage?workspace=${old}&days=90`, (page) => expectVisible(page.locator('.u-legend'))),
    view('usage-references', `#/usage?workspace=${old}&days=7`, async (page) => {
      await page.getByRole('tab', { name: 'By reference' }).click()
      await expectVisible(page.getByRole('region', { name: 'Statement' }))
    }),
    view('usage-empty', `#/usage?workspace=${empty}`, (page) => heading(page, 'Nothing was charged')),
    view('plan', of('plan'), (page) => heading(page, 'Credits of this month custom')),
    view('batches', of('batches', '&kind=test'), (page) => expectVisible(page.locator(`a[href*="${batch}"]`))),
    view('batches-old', `#/batches?workspace=${old}`, (page) =>
      expectVisible(page.getByRole('region', { name: 'Batches' })),
    ),
    view('batches-none', `#/batches?workspace=${old}&state=partly_failed`, (page) => heading(page, 'No batches')),
    view('batches-empty', `#/batches?workspace=${empty}&kind=live`, (page) => heading(page, 'No batches yet')),
    view('batch', `#/batches/${batch}`, async (page) => {
      await expectVisible(page.getByRole('region', { name: 'Attempts at the webhook' }))
      await expectVisible(page.getByRole('region', { name: 'Results' }))
    }),
    view('watches', `#/watches?workspace=${old}`, (page) => expectVisible(page.locator(`a[href*="${watch}"]`))),
    view('watches-empty', `#/watches?workspace=${empty}`, (page) => heading(page, 'No watches yet')),
    view('watch', `#/watches/${watch}`, async (page) => {
      await expectVisible(page.locator('.u-legend'))
      await expectVisible(page.getByRole('region', { name: 'Items' }))
      await expectVisible(page.getByRole('region', { name: 'Changes' }))
    }),
    view('watch-rank', `#/watches/${rank}`, async (page) => {
      await expectVisible(page.locator('.u-legend'))
      const region = page.getByRole('region', { name: 'Products in the search electric kettle domain=com pages=2' })
      await expectVisible(region.getByText('not on 2 pages'))
      await expectVisible(page.getByText('No look has seen this search in this time.'))
    }),
    view('people', of('people'), async (page) => {
      await expectVisible(page.getByRole('region', { name: 'Operators' }))
      await expectVisible(page.getByRole('region', { name: 'What was done' }))
    }),
    view('add-operator', of('people'), async (page) => {
      await page.getByRole('button', { name: 'Add an operator' }).click()
      await heading(page, 'Add an operator')
    }),
    view('health', of('health'), (page) => expectVisible(page.getByText('Last run of live batches'))),
  ]
}
