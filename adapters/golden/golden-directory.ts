/** Folder of the cases, relative to the project. A file of its own, so that the help loads no records. */
export const GOLDEN_DIRECTORY = 'golden'
