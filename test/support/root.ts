import { join } from 'node:path'

/** True in the compiled files of `dist`, false in the sources. */
export const isBuilt = import.meta.filename.endsWith('.js')

/** The top folder of the project, which holds the sources, the golden cases and `dist`. */
export const root = join(import.meta.dirname, isBuilt ? '../../..' : '../..')
