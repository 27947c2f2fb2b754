/** Package without types. Preloaded, it makes Node run TypeScript. */
const LOADER: string = 'tsx'

// Preloaded by the runner: a test file that is not compiled runs from its source.
if (process.argv[1]?.endsWith('.ts') === true) await import(LOADER)
