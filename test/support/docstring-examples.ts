import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

const EXAMPLE =
  /^ \* @example\n \* ```ts\n((?: \*.*\n)*?) \* ```\n(?: \*.*\n)*? \*\/\nexport (?:(?:async )?function\*?|const) (\w+)/gm

/** What examples of docstrings take as given. */
const GIVEN = `
declare const bytes: Uint8Array
declare const url: string
`

/** The example in the docstring of each function that has one, as a program, by the name of the function. */
export function listDocstringExamples(): Readonly<Record<string, string>> {
  const files = ['core', 'selectors', 'adapters'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  )
  return Object.fromEntries(
    files.flatMap((text) =>
      [...text.matchAll(EXAMPLE)].map(([, example = '', name = '']) => [name, toProgram(example)] as const),
    ),
  )
}

function toProgram(example: string): string {
  return `${example.replace(/^ \* ?/gm, '')}${GIVEN}`
}
