import { closeSync, openSync } from 'node:fs'
import { StoreError } from '../store-error.ts'

/** Creates the file of a backup, empty, for its owner alone. Throws: `file_exists`, `unavailable`. */
export function createBackupFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new StoreError('file_exists', `${file} exists: name a new file.`)
    throw new StoreError('unavailable', `The backup can't be written: ${message}.`, { cause: error })
  }
}
