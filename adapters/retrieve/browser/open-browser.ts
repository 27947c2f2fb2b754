import { loadWithPackages } from '../../load-packages.ts'
import type { PageBrowser, PageBrowserOptions } from './page-browser.ts'

/** Opens the browser of the settings. Rejects: with a `MissingPackageError`, without Playwright. */
export async function openBrowser(options: PageBrowserOptions): Promise<PageBrowser> {
  const load = () => import('./page-browser.ts')
  const { openPageBrowser } = await loadWithPackages('A browser', ['playwright-core'], load)
  return openPageBrowser(options)
}
