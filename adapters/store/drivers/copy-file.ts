import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const PROGRAM = `
  const { constants, copyFileSync } = require('node:fs')
  const [, from, to] = process.argv
  try {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch ({ message }) {
    process.stderr.write(message)
    process.exitCode = 1
  }`

/**
 * Copies a file over another one, in a process of its own: a process that closes a file ends all its locks on it, also
 * those of SQLite. Source: https://sqlite.org/howtocorrupt.html
 *
 * Rejects: the error of the system.
 */
export async function copyLockedFile(from: string, to: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, ['-e', PROGRAM, from, to], { env: {} })
  } catch (error) {
    const { message, stderr } = error as Error & { readonly stderr?: string }
    throw new Error(stderr || message, { cause: error })
  }
}
