import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** What the build wrote for pages in browsers. From source, that of the last build is served. */
const FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/adapters/web/assets' : '../../web/assets', import.meta.url),
)

/** Files of one page, by their names in the folder. */
export interface PageFiles {
  /** Module that starts the page. */
  readonly script: string
  /** Modules that it imports at once. */
  readonly chunks: readonly string[]
  readonly styles: readonly string[]
}

export type PageName = 'playground' | 'docs' | 'dashboard' | 'account'

/** Codings in which the build stores a file, the best first, and the ends of their names. */
const ENDINGS = { br: '.br', gzip: '.gz' } as const
export type StoredCoding = keyof typeof ENDINGS
export const STORED_CODINGS = Object.keys(ENDINGS) as StoredCoding[]

type Bytes = Uint8Array<ArrayBuffer>

let pages: Readonly<Record<PageName, PageFiles>> | null = null
let names: ReadonlySet<string> | null = null
const kept = new Map<string, Bytes>()

/** The files of a page. Throws: Error, the project was not built. */
export function filesOf(page: PageName): PageFiles {
  pages ??= JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Record<PageName, PageFiles>
  return pages[page]
}

/** A file of the folder. `coding`: null, for its bytes without one. Absent: null, there is no such file. */
export function readAsset(name: string, coding: StoredCoding | null): Bytes | null {
  names ??= new Set(existsSync(FOLDER) ? readdirSync(FOLDER) : [])
  if (!names.has(name + ENDINGS.gzip)) return null
  if (coding === null) return new Uint8Array(gunzipSync(readKept(name + ENDINGS.gzip)))
  return readKept(name + ENDINGS[coding])
}

function readKept(file: string): Bytes {
  const bytes = kept.get(file) ?? new Uint8Array(readFileSync(join(FOLDER, file)))
  kept.set(file, bytes)
  return bytes
}
