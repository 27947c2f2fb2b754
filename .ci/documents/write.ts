/**
 * Writes the parts of documents that are made from data: the lines between `<!-- NAME -->` and `<!-- end of NAME -->`.
 *
 * Usage: npx tsx .ci/documents/write.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceBlock } from '../../adapters/marked-block.ts'
import { printResults, printSpeed } from '../../bench/print-results.ts'
import { readResults } from '../../bench/result.ts'
import { root } from '../release/packages.ts'
import * as accuracy from './accuracy.ts'

/** Blocks of a document, by their names. One without data, which is null, stays as it is. */
type Blocks = Readonly<Record<string, () => string | null>>

const measurements = accuracy.readMeasurements()
const results = readResults(join(root, 'bench/results'))
const versions = (): string => accuracy.printVersions(measurements)

/** Documents with parts that are made from data. */
const DOCUMENTS: Readonly<Record<string, Blocks>> = {
  'README.md': { accuracy: versions, speed: () => printSpeed(results) },
  'bench/results.md': { results: () => printResults(results) },
  'golden/accuracy.md': {
    versions,
    unseen: () => accuracy.printUnseen(measurements),
    spread: () => accuracy.printSpread(measurements),
    sets: () => accuracy.printSets(measurements),
    'product fields': () => accuracy.printBy(measurements, 'by_product_field', 'Field of a product'),
    'card fields': () => accuracy.printBy(measurements, 'by_card_field', 'Field of a card'),
    marketplaces: () => accuracy.printBy(measurements, 'by_domain', 'Marketplace'),
    years: () => accuracy.printYears(measurements),
    benchmark: () => accuracy.printBenchmark(measurements),
  },
}

/** Each document as it is, and as its data makes it. */
export function makeDocuments(): { readonly path: string; readonly present: string; readonly made: string }[] {
  return Object.entries(DOCUMENTS).map(([path, blocks]) => {
    const present = readFileSync(join(root, path), 'utf8')
    const made = Object.entries(blocks).reduce((text, [name, print]) => {
      const block = print()
      return block === null ? text : replaceBlock(text, name, block)
    }, present)
    return { path, present, made }
  })
}

if (process.argv[1] === import.meta.filename) {
  for (const { path, made } of makeDocuments()) writeFileSync(join(root, path), made)
}
