/** Folder of the golden cases, relative to the project. */
export const GOLDEN_DIRECTORY = 'golden'

/** The command on golden cases as this process was started: by the script of the project, which runs its sources, or built. */
export const GOLDEN_COMMAND = import.meta.filename.endsWith('.ts') ? 'npm run golden --' : 'npx shelfmark golden'

const PLAIN = /^[\w./-]+$/

/** The option of a command on the cases of a folder, for a shell of POSIX. Absent: "", the folder is that of the project. */
export function directoryOption(directory: string): string {
  if (directory === GOLDEN_DIRECTORY) return ''
  return ` --directory ${PLAIN.test(directory) ? directory : `'${directory.replaceAll("'", "'\\''")}'`}`
}
