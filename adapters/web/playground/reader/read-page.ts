import { parsePage } from '../../../../core/index.ts'
import { extractPage } from '../../../pages/extract-page.ts'
import { printPage } from './print-page.ts'
import type { PageReading, ReadOptions } from './protocol.ts'

/**
 * Reads a page with all attempts.
 *
 * Throws: as `extractPage`.
 */
export function readPage(input: Uint8Array | string, { keepsImages, ...options }: ReadOptions): PageReading {
  const startMs = performance.now()
  const extraction = extractPage(input, { ...options, explain: true })
  const elapsedMs = performance.now() - startMs
  const positions = new Set(extraction.attempts?.flatMap(({ elements }) => elements))
  for (const position of extraction.rowElements ?? []) positions.add(position)
  const html = printPage(parsePage(input), { positions, keepsImages })
  return { extraction, html, size: input.length, elapsedMs }
}
