import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'

/** Files that run at the same time. */
const CONCURRENCY = 2

const testFolder = join(import.meta.dirname, '..')

/** Test files of a folder of `test`. Throws: Error, the folder holds none. */
function listTestFiles(folder: string): string[] {
  const path = resolve(testFolder, folder)
  const files = readdirSync(path).filter((name) => name.endsWith('.test.ts'))
  if (files.length === 0) throw new Error(`${path} holds no test file`)
  return files.toSorted().map((name) => join(path, name))
}

interface Reported {
  readonly name: string
  readonly details: { readonly type?: string | undefined }
}

/**
 * Runs test files, and prints each test, then the number of tests and the seconds.
 * Gives false if a test fails or a file defines no test, which `node --test` does not report.
 */
async function runTestFiles(files: readonly string[], output: NodeJS.WritableStream): Promise<boolean> {
  const startMs = performance.now()
  const empty: string[] = []
  let total = 0
  let isOk = true
  const stream = run({ files: [...files], concurrency: CONCURRENCY })
  const count = ({ name, details }: Reported): void => {
    if (!files.includes(name) && details.type !== 'suite') total++
  }
  stream.on('test:pass', (event) => {
    // A file without tests is reported as one test that is named as the file.
    if (files.includes(event.name)) empty.push(event.name)
    count(event)
  })
  stream.on('test:fail', (event) => {
    isOk = false
    count(event)
  })
  for await (const text of stream.compose(new spec())) output.write(String(text))
  for (const file of empty) output.write(`\n${file} defines no test\n`)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  output.write(`\n${total} tests of ${files.length} files in ${seconds} s\n`)
  return isOk && empty.length === 0
}

const { values, positionals: folders } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
if (folders.length === 0) throw new Error('Name the folders of test/ to run: run-tests.ts [--quick] unit contract')
// Inherited by the processes of the files; read by property-runs.ts.
if (values.quick === true) process.env.SHELFMARK_RUNS ??= '10'
const isOk = await runTestFiles(folders.flatMap(listTestFiles), process.stdout)
process.exitCode = isOk ? 0 : 1
