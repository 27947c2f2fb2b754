import type { Config } from '../../server/config.ts'
import { createRetriever } from '../../fetch/create-retriever.ts'
import { openPages } from '../../fetch/open-pages.ts'
import { waitWhileBusy, type Retriever } from '../../fetch/retriever.ts'
import { startExtractPool } from '../../pages/pool/extract-pool.ts'
import { letHeapsGrow } from '../../pages/pool/heap-growth.ts'

/** Works with pages of the source that the settings name, in this process. Nothing is stored or charged. */
export async function withRetriever<Result>(
  config: Config,
  work: (retriever: Retriever) => Promise<Result>,
): Promise<Result> {
  const pages = await openPages(config)
  letHeapsGrow()
  const extractor = await startExtractPool({ threads: config.workers })
  try {
    return await work(waitWhileBusy(createRetriever({ ...pages.live, extractor })))
  } finally {
    await Promise.all([extractor.close(), pages.close()])
  }
}
