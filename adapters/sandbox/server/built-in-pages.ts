import { renderProduct } from '../product/render-product.ts'
import { renderSearch } from '../search/render-search.ts'
import { generateProduct } from '../truth/generate-product.ts'
import { generateSearch } from '../truth/generate-search.ts'
import type { PageSource } from './page-source.ts'

/** The invented pages of the sandbox. */
export const builtInPages: PageSource = {
  product: ({ weight, ...request }) => renderProduct(generateProduct(request), { weight }),
  search: ({ weight, isEmpty, ...request }) =>
    renderSearch(generateSearch({ ...request, size: isEmpty ? 0 : undefined }), { weight }),
}
