import type { Page } from 'playwright-core'
import { until } from '../support/wait.ts'
import { expectVisible } from './browser.ts'

/** A field of the record with the elements that the page marks for it. */
export interface MarkedField {
  readonly path: string
  readonly value: unknown
  /** Whether the record says that the value is from an element. */
  readonly isFromElement: boolean
  /** Where the value is from, in the words of the page. */
  readonly source: string
  /** Each marked element. Order: of the page. */
  readonly marked: readonly { readonly text: string; readonly attributes: string }[]
}

/** Frames until a mark is missing for good. */
const MAX_FRAMES = 600

/** Cards of a search that are opened, one after the other. */
const CARDS = 5

/** Points at each field of a product, or of the first cards of a search, and reads what is marked. */
export async function markEachField(page: Page): Promise<readonly MarkedField[]> {
  await page.getByRole('tab', { name: 'JSON' }).click()
  const record = JSON.parse(await page.getByLabel('The record as JSON').innerText()) as unknown
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expectVisible(page.locator('.fields, .rows').first())
  await page.frameLocator('iframe').locator('[data-shelfmark]').first().waitFor({ state: 'attached' })
  // A pointer that rests on the list would point at what scrolls below it.
  await page.mouse.move(0, 0)
  const cards = page.locator('.rows > li > .entry')
  if ((await cards.count()) === 0) return await markShown(page, record)
  const fields: MarkedField[] = []
  for (const card of (await cards.all()).slice(0, CARDS)) {
    await card.click()
    // It shows the fields of this card now, and no longer those of the one before.
    await until(async () => (await card.getAttribute('aria-expanded')) === 'true', 'an open card')
    await page.mouse.move(0, 0)
    fields.push(...(await markShown(page, record)))
  }
  return fields
}

/** Points at each field that is shown. */
async function markShown(page: Page, record: unknown): Promise<readonly MarkedField[]> {
  // A function with a name would be wrapped by the loader of TypeScript, which the browser does not have.
  const fields = await page.evaluate(async (MAX_FRAMES) => {
    const shown = document.querySelector('iframe')?.contentDocument
    const found = []
    for (const item of document.querySelectorAll<HTMLElement>('.fields > li')) {
      item.querySelector('button')?.focus()
      for (let frames = 0; frames < MAX_FRAMES; frames++) {
        if (document.querySelector<HTMLElement>('.marks')?.dataset.paths === item.dataset.path) break
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      const marked = []
      const marks = [...document.querySelectorAll<HTMLElement>('.mark')]
      marks.sort((left, right) => Number(left.dataset.element) - Number(right.dataset.element))
      for (const { dataset } of marks) {
        const element = shown?.querySelector(`[data-shelfmark="${dataset.element}"]`)
        const all = element ? [element, ...element.querySelectorAll('*')] : []
        const attributes = all.flatMap((inner) => [...inner.attributes].map(({ value }) => value))
        marked.push({ text: element?.textContent ?? '', attributes: attributes.join(' ') })
      }
      found.push({
        path: item.dataset.path ?? '',
        isFromElement: item.querySelector('.from.element') !== null,
        source: item.querySelector('.from')?.getAttribute('title') ?? '',
        marked,
      })
    }
    return found
  }, MAX_FRAMES)
  return fields.map((field) => Object.assign(field, { value: valueAt(record, field.path) }))
}

/** The value at a path such as `price` or `products[3].price`. */
function valueAt(record: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>>)[name], record)
}
