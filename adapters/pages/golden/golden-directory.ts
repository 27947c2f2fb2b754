/** Folder of the golden cases, relative to the project. */
export const GOLDEN_DIRECTORY = 'golden'

const PLAIN = /^[\w./-]+$/

/** The option of a command on the cases of a folder, for a shell of POSIX. Absent: "", the folder is that of the project. */
export function directoryOption(directory: string): string {
  if (directory === GOLDEN_DIRECTORY) return ''
  return ` --directory ${PLAIN.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`}`
}
