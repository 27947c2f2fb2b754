import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PQueue from 'p-queue'
import type { KeyMode } from '../../core/policy/index.ts'
import type { Retriever } from '../fetch/retriever.ts'
import { decodeBody } from '../pages/decode-body.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'
import type { Claim } from '../store/batches.ts'

/** By the mode of the key. */
export type Retrievers = Readonly<Record<KeyMode, Retriever>>

export interface Quarantine {
  /**
   * Works on an item that was in progress when a process died. One such item at a time: the one
   * that ends the process again is alone, and the others get their results. Each page is written
   * to a file before it is extracted; when the work ends, the file is deleted.
   *
   * Rejects: with the reason of the signal, and as the work does.
   */
  readonly run: (claim: Claim, work: (retrievers: Retrievers) => Promise<void>, signal: AbortSignal) => Promise<void>
  /** File with the page at which the process died. Absent: null, it died before it had a page, or on another machine. */
  readonly findPage: (claim: Claim) => string | null
}

interface QuarantineOptions {
  /** Folder of the files. It is created when it is needed. */
  readonly directory: string
  readonly extractor: PageExtractor
  /** Creates retrievers that extract with the given extractor. */
  readonly createRetrievers: (extractor: PageExtractor) => Retrievers
}

export function createQuarantine({ directory, extractor, createRetrievers }: QuarantineOptions): Quarantine {
  const queue = new PQueue({ concurrency: 1 })
  const fileOf = ({ batchId, index }: Claim): string => join(directory, `${batchId}-${index}.html`)
  const runAlone = async (claim: Claim, work: (retrievers: Retrievers) => Promise<void>): Promise<void> => {
    const file = fileOf(claim)
    const keeping: PageExtractor = {
      extract: async (bytes, { coding, ...options }, signal, workspaceId) => {
        const page = await decodeBody(bytes, coding)
        await mkdir(directory, { recursive: true })
        await rm(file, { force: true })
        await writeFile(file, page, { flag: 'wx' })
        return extractor.extract(page, options, signal, workspaceId)
      },
    }
    try {
      await work(createRetrievers(keeping))
    } finally {
      await rm(file, { force: true })
    }
  }
  return {
    run: async (claim, work, signal) => {
      await queue.add(() => runAlone(claim, work), { signal })
    },
    findPage: (claim) => (existsSync(fileOf(claim)) ? fileOf(claim) : null),
  }
}
