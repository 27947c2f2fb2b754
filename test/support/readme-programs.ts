import { transform } from 'esbuild'

/** A program of a README, and what it prints. */
export interface ReadmeProgram {
  readonly source: string
  readonly expected: string
}

const PROGRAM = /^```ts\n((?:(?!```).*\n)*)```\n\n```text\n([\s\S]*?)^```$/gm

/** Each block `ts` that a block `text` follows is a program and its output. */
export function listReadmePrograms(text: string): ReadmeProgram[] {
  return [...text.matchAll(PROGRAM)].map(([, source = '', expected = '']) => ({ source, expected }))
}

const BLOCK = /^```ts\n([\s\S]*?)^```$/gm

/** Every block `ts` as a whole program. A block without an import continues the one before it. */
export function listTypedPrograms(text: string): string[] {
  const programs: string[] = []
  for (const [, block = ''] of text.matchAll(BLOCK)) {
    if (/^import /m.test(block)) programs.push(block)
    else programs.push(`${programs.at(-1) ?? ''}\n${block}`)
  }
  return programs
}

/** A program without its types, as Node runs it. */
export async function stripTypes(source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', target: 'es2023', tsconfigRaw: {} })
  return code
}
