import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './root.ts'

/** A file, and one thing that it imports: a path from the top folder, or the name of a package. */
export interface Import {
  readonly file: string
  readonly target: string
}

const IMPORT = /^(?:\}|import|export)[^'\n]*\bfrom '([^']+)'$|^import '([^']+)'$|\bimport\('([^']+)'\)/gm

/** TypeScript files of a folder and its folders, as paths from the top folder. Throws: Error, there are none. */
export function listSources(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /\.tsx?$/.test(name)).map((name) => join(folder, name))
  if (files.length === 0) throw new Error(`${folder} has no source files`)
  return files.toSorted()
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Imports of a source, of types as well. */
export function importsOf(file: string, source: string): Import[] {
  return [...source.matchAll(IMPORT)].map((match) => {
    const target = match[1] ?? match[2] ?? match[3] ?? ''
    return { file, target: target.startsWith('.') ? relative(root, resolve(root, file, '..', target)) : target }
  })
}

/** Imports of all files of a folder. Throws: Error, there are none. */
export function listImports(folder: string): Import[] {
  const imports = listSources(folder).flatMap((file) => importsOf(file, readSource(file)))
  if (imports.length === 0) throw new Error(`the files of ${folder} import nothing`)
  return imports
}

/** One circle of files, from a file back to itself. Absent: null. */
export function findCircle(imports: readonly Import[]): string[] | null {
  const targets = groupByFile(imports)
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return null
    path.push(file)
    for (const target of targets.get(file) ?? []) {
      const circle = visit(target)
      if (circle !== null) return circle
    }
    path.pop()
    done.add(file)
    return null
  }
  for (const file of targets.keys()) {
    const circle = visit(file)
    if (circle !== null) return circle
  }
  return null
}

function groupByFile(imports: readonly Import[]): Map<string, string[]> {
  const targets = new Map<string, string[]>()
  for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target])
  return targets
}

/** Pairs of folders whose files import each other. `toFolder`: the folder that a file counts for. */
export function findMutual(imports: readonly Import[], toFolder: (file: string) => string = dirname): string[] {
  const pairs = new Set(imports.map(({ file, target }) => `${toFolder(file)} <> ${toFolder(target)}`))
  return [...pairs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' <> ')
    return from < to && pairs.has(`${to} <> ${from}`)
  })
}
