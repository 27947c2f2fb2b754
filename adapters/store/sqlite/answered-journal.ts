import { closeSync, ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { openToAppend } from '../../own-file.ts'
import { StoreError } from '../store-error.ts'

/**
 * File of the charges whose answer was sent since the last transaction: a line for each.
 *
 * A line is written without waiting for the disk, as soon as the answer is sent. It survives the
 * death of the process. In a power cut it can get lost, and the charge is then voided.
 */
export class AnsweredJournal {
  private readonly descriptor: number
  private isClosed = false

  /** `file`: created if it does not exist. Throws: `unavailable`. */
  constructor(file: string) {
    this.descriptor = attempt(() => openToAppend(file, 0o600))
  }

  /** Lines in order. A line that was cut by the end of the process is left out. */
  read(): string[] {
    const text = attempt(() => readFileSync(this.descriptor, 'utf8'))
    return text.split('\n').slice(0, -1)
  }

  /** Throws: `unavailable`, as on a full disk. */
  append(line: string): void {
    attempt(() => writeSync(this.descriptor, `${line}\n`))
  }

  clear(): void {
    attempt(() => ftruncateSync(this.descriptor, 0))
  }

  /** A second call has no effect. */
  close(): void {
    if (this.isClosed) return
    this.isClosed = true
    closeSync(this.descriptor)
  }
}

function attempt<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new StoreError('unavailable', `The journal does not work: ${(error as Error).message}.`, { cause: error })
  }
}
