import { createHash } from 'node:crypto'
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Containers may share a folder, and their processes have the same ids: so the name tells the machine. It is
 * short, because Chromium makes a socket in the folder, whose path has 107 bytes at most.
 */
const PREFIX = `sm-${createHash('sha256').update(hostname()).digest('hex').slice(0, 6)}-`

/**
 * Makes a folder for the temporary files of a browser, such as its profile, and removes those of
 * processes of this machine that have ended without removing theirs.
 */
export function makeBrowserFolder(parent: string = tmpdir()): string {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^(\d+)-/.exec(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : '')?.[1])
    if (Number.isNaN(pid) || isRunning(pid) || !isOwnFolder(join(parent, name))) continue
    rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  return mkdtempSync(join(parent, `${PREFIX}${process.pid}-`))
}

/** Removes it. A browser that ends may still write to it for a moment. */
export async function removeBrowserFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Others may write to the folder of temporary files. */
function isOwnFolder(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  return facts?.isDirectory() === true && facts.uid === process.getuid?.()
}
