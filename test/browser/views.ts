import { expectVisible } from './browser.ts'
import type { Page } from 'playwright-core'
import { generateProduct, renderProduct } from '../../adapters/sandbox/index.ts'

/** A view of a page, and how a person gets there. */
export interface View {
  readonly name: string
  readonly open: (page: Page) => Promise<void>
}

const row = (page: Page, path: string) => page.locator(`[data-path="${path}"] > .entry`)

/** The views of the playground. `address`: of the server. */
export function playgroundViews(address: string): readonly View[] {
  const product = `${address}/#asin=B0SHLFS081&domain=de`
  return [
    {
      name: 'start',
      open: async (page) => {
        await page.goto(`${address}/`)
        await expectVisible(page.getByRole('button', { name: 'Use the sandbox key' }))
      },
    },
    {
      name: 'product',
      open: async (page) => {
        await page.goto(product)
        await row(page, 'price').hover()
        await expectVisible(page.locator('.mark'))
      },
    },
    {
      name: 'field',
      open: async (page) => {
        await page.goto(`${product}&field=price`)
        await expectVisible(page.getByRole('region', { name: 'Candidates of price' }))
      },
    },
    {
      name: 'search',
      open: async (page) => {
        await page.goto(`${address}/#search=lantern&domain=co.uk`)
        await row(page, 'products[0]').click()
        await expectVisible(page.locator('.fields'))
      },
    },
    {
      name: 'json',
      open: async (page) => {
        await page.goto(product)
        await page.getByRole('tab', { name: 'JSON' }).click()
        await expectVisible(page.getByLabel('The record as JSON'))
      },
    },
    {
      name: 'code',
      open: async (page) => {
        await page.goto(product)
        await page.getByRole('tab', { name: 'Code' }).click()
        await expectVisible(page.getByRole('heading', { name: 'cURL' }))
      },
    },
    {
      name: 'selector',
      open: async (page) => {
        await page.goto(`${product}&field=price`)
        await expectVisible(page.locator('.outline'))
        await page.getByRole('tab', { name: 'Try a selector' }).click()
        await page.getByLabel('Selector', { exact: true }).fill('#rightCol .a-price')
        await expectVisible(page.locator('.tried'))
      },
    },
    {
      name: 'case',
      open: async (page) => {
        await page.goto(product)
        await page.getByRole('tab', { name: 'Golden case' }).click()
        await page.getByLabel('Name of the case').fill('a-case')
        await page.getByLabel('What it guards against').fill('a view')
        await page.getByRole('button', { name: 'Make the case' }).click()
        await expectVisible(page.getByRole('link', { name: 'Download' }))
      },
    },
    {
      name: 'receipt',
      open: async (page) => {
        await page.goto(`${product}&field=price`)
        await page.getByRole('button', { name: 'Receipt' }).click()
        const link = await page.getByRole('link', { name: 'Link to this receipt' }).getAttribute('href')
        await page.goto('about:blank')
        await page.goto(link ?? '')
        await expectVisible(page.getByText('This is the page of the receipt'))
      },
    },
    {
      name: 'compare',
      open: async (page) => {
        await page.goto(product)
        await page.getByRole('button', { name: 'Compare', exact: true }).click()
        await expectVisible(page.getByRole('heading', { name: 'Compare with' }))
        const truth = generateProduct({ asin: 'B0SHLFS081', domain: 'de' })
        const later = renderProduct({ ...truth, record: { ...truth.record, price: 10, price_buybox: 10 } })
        await page.getByLabel('Or paste its HTML').fill(later)
        await page.getByRole('button', { name: 'Read it' }).click()
        await expectVisible(page.getByRole('region', { name: 'Table of differences' }))
      },
    },
    {
      name: 'arabic',
      open: async (page) => {
        await page.goto(`${address}/#asin=B0SHLFS081&domain=eg&field=title`)
        await expectVisible(page.locator('.outline'))
      },
    },
    {
      name: 'no-record',
      open: async (page) => {
        await page.goto(`${address}/`)
        await page.getByLabel('Or paste its HTML').fill('<title>a page</title><p>of nobody')
        await page.getByRole('button', { name: 'Read it' }).click()
        await expectVisible(page.getByRole('heading', { name: 'This page has no record' }))
      },
    },
    {
      name: 'refused',
      open: async (page) => {
        await page.goto(`${address}/`)
        await page.getByLabel('ASIN, or words').fill('lantern')
        await page.getByLabel('Key', { exact: true }).fill('svc_test_wrong')
        await page.getByRole('button', { name: 'Get the page' }).click()
        await expectVisible(page.getByText('The key is not valid'))
      },
    },
  ]
}

/** The page that describes the interface. `address`: of the server. */
export function docsViews(address: string): readonly View[] {
  return [
    {
      name: 'docs',
      open: async (page) => {
        await page.goto(`${address}/docs`)
        await page.locator('.operation > summary').first().click()
        await expectVisible(page.getByRole('button', { name: 'Send' }))
        await page.locator('.response > summary').first().click()
        await expectVisible(page.locator('.response[open] pre'))
      },
    },
    {
      name: 'docs-search',
      open: async (page) => {
        await page.goto(`${address}/docs`)
        await expectVisible(page.locator('.operation'))
        const summary = page.getByText('Contents and search')
        if (await summary.isVisible()) await summary.click()
        await page.getByRole('searchbox', { name: 'Search the interface' }).fill('zip')
        await expectVisible(page.getByRole('navigation', { name: 'Contents' }).getByText('One product'))
      },
    },
    {
      name: 'docs-schema',
      open: async (page) => {
        await page.goto(`${address}/docs#schema-Product`)
        await expectVisible(page.getByRole('region', { name: 'Fields of Product' }))
      },
    },
  ]
}
