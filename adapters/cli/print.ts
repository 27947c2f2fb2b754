import { escapeControls } from '../escape-controls.ts'

/** Prints a result, whose texts may be those of a page, to standard output. */
export function print(text: string): void {
  process.stdout.write(escapeControls(text))
}

/** Prints a message for a person to standard error. */
export function say(message: string): void {
  process.stderr.write(`shelfmark: ${escapeControls(message)}\n`)
}
