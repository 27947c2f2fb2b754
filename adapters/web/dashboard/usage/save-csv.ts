import { saveFile } from '../../kit/save-file.ts'

/** Saves comma-separated values as a file. */
export function saveCsv(text: string, name: string): void {
  saveFile(new Blob([text], { type: 'text/csv' }), name)
}
