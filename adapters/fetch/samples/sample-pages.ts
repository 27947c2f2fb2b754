import { fieldOf, sourceOf } from '../../observe/winner-counts.ts'
import { decodeBody } from '../../pages/decode-body.ts'
import type { PageExtractor } from '../../pages/pool/page-extractor.ts'
import type { PageSamples } from './page-samples.ts'

/** An extractor that keeps some of the pages that it extracts. Others cost nothing more. */
export function samplePages(extractor: PageExtractor, samples: PageSamples): PageExtractor {
  return {
    extract: async (bytes, options, signal, workspaceId) => {
      const { record = null, domain, partOf, url = null, status = null, contentType = null } = options
      const isWanted = record !== null && domain !== undefined && partOf === undefined
      if (!isWanted || !samples.claim(record, domain)) return extractor.extract(bytes, options, signal, workspaceId)
      // The extractor takes the bytes over.
      const own = new Uint8Array(bytes)
      let hasRecord = false
      try {
        const page = await extractor.extract(bytes, options, signal, workspaceId)
        hasRecord = page.recordJson !== null
        if (hasRecord) {
          const sources = listSources(JSON.parse(page.winnersJson) as Record<string, string>)
          samples.keep({ record, domain, url, status, contentType, sources }, await decodeBody(own, options.coding))
        }
        return page
      } finally {
        if (!hasRecord) samples.release(record, domain)
      }
    },
  }
}

/** The sources of each field, of all rows together. */
function listSources(winners: Readonly<Record<string, string>>): Record<string, string[]> {
  const sources: Record<string, string[]> = {}
  for (const [path, winner] of Object.entries(winners)) {
    const own = (sources[fieldOf(path)] ??= [])
    const source = sourceOf(winner)
    if (!own.includes(source)) own.push(source)
  }
  return sources
}
