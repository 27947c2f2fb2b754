import { compileMarketplace } from '../../core/index.ts'
import { marketplaces } from '../../selectors/index.ts'
import { readPage, type PageResult, type PageTask } from './read-page.ts'

// The first page shall not pay for what all pages need.
for (const marketplace of marketplaces.values()) compileMarketplace(marketplace)

/** Body of a thread of the pool. Without a page, it only says that it is there. */
export default function work(task: PageTask | null): PageResult | null {
  return task === null ? null : readPage(task)
}
