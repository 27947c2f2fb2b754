/** A program of a README, and what it prints. */
export interface ReadmeProgram {
  readonly source: string
  readonly expected: string
}

const PROGRAM = /^```ts\n([\s\S]*?)^```\n\n```text\n([\s\S]*?)^```$/gm

/** Each block `ts` that a block `text` follows is a program and its output. */
export function listReadmePrograms(text: string): ReadmeProgram[] {
  return [...text.matchAll(PROGRAM)].map(([, source = '', expected = '']) => ({ source, expected }))
}
