/** Folder of the golden cases, relative to the project. */
export const GOLDEN_DIRECTORY = 'golden'
