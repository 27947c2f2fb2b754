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

/** Points at each field of a product, and reads what is marked. */
export async function markEachField(page: Page): Promise<readonly MarkedField[]> {
  await page.getByRole('tab', { name: 'JSON' }).click()
  const record = JSON.parse(await page.getByLabel('JSON', { exact: true }).innerText()) as Record<string, unknown>
  await page.getByRole('tab', { name: 'Fields' }).click()
  await expectVisible(page.locator('[data-path="asin"]'))
  await page.frameLocator('iframe').locator('[data-shelfmark]').first().waitFor({ state: 'attached' })
  const fields = await page.evaluate(async () => {
    const shown = document.querySelector('iframe')?.contentDocument
    const textOf = (element: Element): string => {
      const all = [element, ...element.querySelectorAll('*')]
      const attributes = all.flatMap((inner) => [...inner.attributes].map(({ value }) => value))
      return [element.textContent, ...attributes].join(' ')
    }
    const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const found = []
    for (const item of document.querySelectorAll<HTMLElement>('.fields > li')) {
      const button = item.querySelector('button')
      button?.focus()
      await painted()
      const marks = [...document.querySelectorAll<HTMLElement>('.mark')]
      const elements = marks.map(({ dataset }) => shown?.querySelector(`[data-shelfmark="${dataset.element}"]`))
      found.push({
        path: item.dataset.path ?? '',
        isFromElement: item.querySelector('.from.element') !== null,
        source: item.querySelector('.from')?.getAttribute('title') ?? '',
        marked: elements.flatMap((element) => (element ? textOf(element) : [])),
      })
    }
    return found
  })
  return fields.map((field) => ({ ...field, value: record[field.path] }))
}
