import type { Config } from '../../server/config.ts'
import { createRetriever, waitWhileBusy, type Retriever } from '../../retrieve/index.ts'
import { openSource } from '../../retrieve/source/index.ts'
import { startExtractPool } from '../../retrieve/threads/index.ts'
import { openTurns } from '../../retrieve/turns/index.ts'

/** Works with pages of the source that the settings name, in this process. Nothing is stored or charged. */
export async function withRetriever<Result>(
  config: Config,
  work: (retriever: Retriever) => Promise<Result>,
): Promise<Result> {
  const source = await openSource(config)
  const extractor = await startExtractPool({ threads: config.workers })
  try {
    return await work(waitWhileBusy(createRetriever({ source, extractor, turns: openTurns(config) })))
  } finally {
    await Promise.all([extractor.close(), source.close()])
  }
}
