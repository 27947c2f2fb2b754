import { once } from 'node:events'
import { closeSync, openSync, renameSync, writeSync } from 'node:fs'

/** A text that is written in pieces. */
export interface TextOutput {
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** Opens a file, which has its name when it is complete. Absent: undefined, standard output. */
export function openTextOutput(out: string | undefined): TextOutput {
  return out === undefined ? standardOutput : openFile(out)
}

/** The file while it is written. */
export function partOf(out: string): string {
  return `${out}.part`
}

function openFile(out: string): TextOutput {
  const part = partOf(out)
  const file = openSync(part, 'w')
  return {
    write: async (text) => {
      for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(file, rest))
    },
    end: async () => {
      closeSync(file)
      renameSync(part, out)
    },
  }
}

/** Absent: null, standard output has room. */
let drained: Promise<unknown> | null = null

const standardOutput: TextOutput = {
  write: async (text) => {
    if (process.stdout.write(text)) return
    drained ??= once(process.stdout, 'drain').finally(() => (drained = null))
    await drained
  },
  end: async () => undefined,
}
