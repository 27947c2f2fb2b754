import { loadWithPackages } from '../../load-packages.ts'
import { openPageBrowser, type PageBrowser, type PageBrowserOptions } from './page-browser.ts'

/** Opens the browser of the settings. Rejects: with a `MissingPackageError`, without Playwright, which its thread loads. */
export async function openBrowser(options: PageBrowserOptions): Promise<PageBrowser> {
  const find = async (): Promise<string> => import.meta.resolve('playwright-core')
  await loadWithPackages('A browser', find)
  return openPageBrowser(options)
}
