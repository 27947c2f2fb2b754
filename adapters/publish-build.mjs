import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Makes a folder the same as another one, by moving files. No file of both is ever missing: one that is the same
 * stays, and one that differs is replaced in one step. What is new comes first, and what is gone goes last, so that a
 * file finds those that it names.
 */
export function publishBuild(from, to) {
  mkdirSync(to, { recursive: true })
  const [built, old] = [listFiles(from), listFiles(to)]
  const known = new Set(old)
  const [added, kept] = [built.filter((file) => !known.has(file)), built.filter((file) => known.has(file))]
  for (const file of [...added, ...kept.filter((name) => !isSame(join(from, name), join(to, name)))]) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    renameSync(join(from, file), join(to, file))
  }
  const wanted = new Set(built)
  for (const file of old) if (!wanted.has(file)) rmSync(join(to, file))
  removeEmpty(to)
}

/** Paths of all files of a folder, from the folder. */
function listFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(join(folder, '/').length))
}

function isSame(one, other) {
  const [{ size, mode }, { size: otherSize, mode: otherMode }] = [lstatSync(one), lstatSync(other)]
  return size === otherSize && mode === otherMode && readFileSync(one).equals(readFileSync(other))
}

/** Removes the folders in a folder that hold no file. Gives whether it is empty then. */
function removeEmpty(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  const left = entries.filter((entry) => {
    if (!entry.isDirectory() || !removeEmpty(join(folder, entry.name))) return true
    rmdirSync(join(folder, entry.name))
    return false
  })
  return left.length === 0
}
