/**
 * Preloaded by the runner: a test file that is not compiled runs from its source, and so do its threads.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

/** Makes Node run TypeScript. A package without types. */
const LOADER: string = 'tsx'

const NAME = 'runs from its source'

if (isMainThread) setEnvironmentData(NAME, process.argv[1]?.endsWith('.ts') === true)
if (getEnvironmentData(NAME) === true) await import(LOADER)
