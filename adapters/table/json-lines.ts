import type { ResultFormat } from './result-format.ts'
import { openTextOutput } from './text-output.ts'

/** A line of JSON for each result. */
export const jsonLines: ResultFormat = {
  name: 'jsonl',
  title: 'JSON lines',
  needsFile: false,
  isTable: false,
  open: async (_, out) => {
    const output = openTextOutput(out)
    return { ...output, write: (json) => output.write(`${json}\n`) }
  },
}
