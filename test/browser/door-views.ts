import { PASSWORD, visitDoor } from '../support/door-visits.ts'
import type { Bench } from '../support/service-bench.ts'
import { expectVisible } from './browser.ts'
import type { View } from './views.ts'

/** A name as long as it may be, without a space to break at. */
const LONG_NAME = `${'grace.brewster-murray-hopper'.repeat(2)}+書店@operations.example.com`

/** The views of the customers' door, for a workspace with requests, keys and a batch. */
export async function doorViews(bench: Bench): Promise<readonly View[]> {
  const door = visitDoor(bench)
  const address = `http://127.0.0.1:${bench.port}/account`
  const { workspace, key } = await bench.createCaller()
  await bench.administrate('workspaces.update', { workspace, name: 'Books & more 書店 متجر الكتب Verlagsbuchhandlung' })
  await bench.createKey(workspace, 'test')
  for (const query of ['B0SHLFX301', 'B0SHLFX302', 'B0GONE0404']) await bench.product(query, key, '&domain=de')
  await bench.createBatch(key, { endpoint: 'market.product', items: [{ query: 'B0SHLFX301', domain: 'de' }] })
  await door.choose(await door.invite(workspace, LONG_NAME))
  const { link } = await door.invite(workspace, 'eve@example.com')
  return [
    {
      name: 'door',
      open: async (page) => {
        await page.goto(address)
        await expectVisible(page.getByRole('heading', { name: 'Sign in' }))
      },
    },
    {
      name: 'door-link',
      open: async (page) => {
        await page.goto(address + link.slice(link.indexOf('#')))
        await expectVisible(page.getByLabel('The same again'))
      },
    },
    {
      name: 'account',
      open: async (page) => {
        await page.goto(address)
        await page.getByLabel('Name').fill(LONG_NAME)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expectVisible(page.getByRole('columnheader', { name: 'Credits' }).first())
        await page
          .getByRole('button', { name: /^Rotate / })
          .first()
          .click()
      },
    },
  ]
}
