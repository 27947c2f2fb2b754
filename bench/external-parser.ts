import { execFileSync } from 'node:child_process'

/**
 * Runs a parser of another language, which reads a page on standard input and
 * prints how long it parses it.
 *
 * Unit: ms.
 * Throws: an `Error`, if the program fails or prints anything but a positive number.
 */
export function timeExternalParser(path: string, page: Buffer): number {
  const output = execFileSync(path, { input: page, encoding: 'utf8' })
  const time = Number(output)
  if (!(time > 0)) {
    throw new Error(`SHELFMARK_BENCH_PARSER: ${path} printed "${output.trim()}", not the milliseconds of a parse`)
  }
  return time
}
