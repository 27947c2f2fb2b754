/** Styles are bundled by the build. */
declare module '*.css'

/** Name of the file of the worker that reads pages. The build sets it. */
declare const READER_WORKER: string

/** The domains of all marketplaces, in the order of the interface. The build sets it: the marketplaces themselves are large. */
declare const DOMAINS: readonly string[]

/** Version of the package. The build sets it. */
declare const VERSION: string
