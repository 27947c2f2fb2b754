import type { ResultFormat } from './result-format.ts'

/** A line of JSON for each result. */
export const jsonLines: ResultFormat = {
  name: 'jsonl',
  title: 'JSON lines',
  needsFile: false,
  isTable: false,
  open: async (_, out) => {
    // Loaded here, because help texts list the formats.
    const { openJsonOutput } = await import('./text-output.ts')
    const output = openJsonOutput(out)
    return { ...output, write: (json) => output.write(`${json}\n`) }
  },
}
