/** Styles are bundled by the build. */
declare module '*.css'

/** Name of the file of the worker that reads pages. The build sets it. */
declare const READER_WORKER: string
