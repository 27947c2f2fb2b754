import type { ResultFormat, ResultWriter } from './result-format.ts'
import type { TextOutput } from './text-output.ts'

/** One JSON array, a line for each result. */
export const json: ResultFormat = {
  name: 'json',
  title: 'JSON',
  needsFile: false,
  isTable: false,
  open: async (_, out) => {
    // Loaded here, because help texts list the formats.
    const { openJsonOutput } = await import('./text-output.ts')
    return toList(openJsonOutput(out))
  },
}

function toList(output: TextOutput): ResultWriter {
  let before = '[\n'
  return {
    write: async (json) => {
      const text = before + json
      before = ',\n'
      await output.write(text)
    },
    end: async () => {
      await output.write(before === ',\n' ? '\n]\n' : '[]\n')
      await output.end()
    },
  }
}
