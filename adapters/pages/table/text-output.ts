import { once } from 'node:events'
import { writeSync } from 'node:fs'
import { escapeControls } from '../../escape-controls.ts'
import { openPart } from '../../own-file.ts'

/** A text that is written in pieces. */
export interface TextOutput {
  readonly write: (text: string) => Promise<void>
  readonly end: () => Promise<void>
}

/** Opens a file, which has its name when it is complete. Absent: undefined, standard output. */
export function openTextOutput(out: string | undefined): TextOutput {
  return out === undefined ? standardOutput : openFile(out)
}

/** As `openTextOutput`. What would control a terminal is written as an escape of JSON. */
export function openJsonOutput(out: string | undefined): TextOutput {
  const output = openTextOutput(out)
  return { ...output, write: (text) => output.write(escapeControls(text)) }
}

function openFile(out: string): TextOutput {
  const part = openPart(out)
  return {
    write: async (text) => {
      for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(part.descriptor, rest))
    },
    end: async () => part.end(),
  }
}

/** Absent: null, standard output has room. */
let drained: Promise<unknown> | null = null

/** Pages decide what texts have: on a terminal, nothing of them controls it. A file or a pipe gets them as they are. */
export function toTerminal(text: string, isTerminal: boolean): string {
  return isTerminal ? text.split('\r\n').map(escapeControls).join('\r\n') : text
}

const standardOutput: TextOutput = {
  write: async (text) => {
    if (process.stdout.write(toTerminal(text, process.stdout.isTTY))) return
    drained ??= once(process.stdout, 'drain').finally(() => (drained = null))
    await drained
  },
  end: async () => undefined,
}
