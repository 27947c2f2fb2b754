import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gzipSync } from 'node:zlib'

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

/** Codings in which a file is sent, the best first. */
export const STORED_CODINGS = ['br', 'gzip'] as const
export type StoredCoding = (typeof STORED_CODINGS)[number]

/** The build stores files in one coding. The other one is made when it is first asked for. */
const ENDING = '.br'

type Bytes = Uint8Array<ArrayBuffer>

interface Assets {
  readonly pages: Readonly<Record<PageName, PageFiles>>
  /** By name. */
  readonly files: ReadonlyMap<string, Bytes>
  readonly gzipped: Map<string, Bytes>
}

let assets: Assets | null = null

/** Reads all files, once: a later build may replace them while the process runs. Throws: Error, the project was not built. */
function loadAssets(): Assets {
  assets ??= {
    pages: JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Assets['pages'],
    files: new Map(readdirSync(FOLDER).map((name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))])),
    gzipped: new Map(),
  }
  return assets
}

/** Reads the files of all pages, if the project was built. */
export function preloadAssets(): void {
  if (existsSync(FOLDER)) loadAssets()
}

/** The files of a page. Throws: Error, the project was not built. */
export function filesOf(page: PageName): PageFiles {
  return loadAssets().pages[page]
}

/** A file of the folder. `coding`: null, for its bytes without one. Absent: null, there is no such file. */
export function readAsset(name: string, coding: StoredCoding | null): Bytes | null {
  if (!existsSync(FOLDER) && assets === null) return null
  const { files, gzipped } = loadAssets()
  const packed = files.get(name + ENDING)
  if (packed === undefined || coding === 'br') return packed ?? null
  if (coding === null) return unpack(packed)
  const made = gzipped.get(name) ?? new Uint8Array(gzipSync(unpack(packed)))
  gzipped.set(name, made)
  return made
}

function unpack(packed: Bytes): Bytes {
  return new Uint8Array(brotliDecompressSync(packed))
}
