import type { Page } from 'playwright-core'
import { expectVisible } from './browser.ts'

/** A field of the record with the elements that the page marks for it. */
export interface MarkedField {
  readonly path: string
  readonly value: unknown
  /** Whether the record says that the value is from an element. */
  readonly isFromElement: boolean
  /** Where the value is from, in the words of the page. */
  readonly source: string
  /** Texts and attributes of each marked element. */
  readonly marked: readonly string[]
}

/** Frames until a mark is missing for good. */
const MAX_FRAMES = 600

/** Points at each field of a product, and reads what is marked. */
export async function markEachField(page: Page): Promise<readonly MarkedField[]> {
  await page.getByRole('tab', { name: 'JSON' }).click()
  const record = JSON.parse(await page.getByLabel('The record as JSON').innerText()) as Record<string, unknown>
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expectVisible(page.locator('[data-path="asin"]'))
  await page.frameLocator('iframe').locator('[data-shelfmark]').first().waitFor({ state: 'attached' })
  // A pointer that rests on the list would point at what scrolls below it.
  await page.mouse.move(0, 0)
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
      for (const { dataset } of document.querySelectorAll<HTMLElement>('.mark')) {
        const element = shown?.querySelector(`[data-shelfmark="${dataset.element}"]`)
        const all = element ? [element, ...element.querySelectorAll('*')] : []
        const attributes = all.flatMap((inner) => [...inner.attributes].map(({ value }) => value))
        marked.push([element?.textContent ?? '', ...attributes].join(' '))
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
  return fields.map((field) => Object.assign(field, { value: record[field.path] }))
}
