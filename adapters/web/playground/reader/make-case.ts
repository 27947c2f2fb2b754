import { strToU8, zipSync } from 'fflate'
import { makeSkeletonCase, type SkeletonCase } from '../../../pages/golden/make-skeleton.ts'
import { requireOpen } from './open-pages.ts'

/** A golden case of a page, with all of it in one file. */
export interface CaseFile extends SkeletonCase {
  /** A ZIP with the folder of the case. */
  readonly zip: Uint8Array
}

/** The date of all files: a case has none. ZIP knows none before. */
const NO_DATE = '1980-01-01T00:00:00'

/** Makes a golden case of a page, without what the page says. Throws: as `makeSkeletonCase`. */
export function makeCase(id: number, name: string, why: string): CaseFile {
  const { page, known, reading } = requireOpen(id)
  const { extraction, record } = reading
  if (record === null || extraction.record === null) {
    throw new Error(`A page of the kind "${extraction.kind.replaceAll('_', ' ')}" has no record to expect.`)
  }
  const made = makeSkeletonCase(page, extraction, { name, why, record, asin: known.asin })
  const files = made.files.map((file) => [`${made.name}/${file.name}`, strToU8(file.text)] as const)
  return { ...made, zip: zipSync(Object.fromEntries(files), { mtime: NO_DATE }) }
}
