/**
 * Preloaded by the runner: a test file that is not compiled runs from its source, and so do its threads. A file that
 * does not end in time ends here, and fails.
 */
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads'

/** Makes Node run TypeScript. A package without types. */
const LOADER: string = 'tsx'

const NAME = 'runs from its source'

if (isMainThread) setEnvironmentData(NAME, process.argv[1]?.endsWith('.ts') === true)
if (getEnvironmentData(NAME) === true) await import(LOADER)

const limit = process.env.TEST_FILE_SECONDS
if (isMainThread && limit !== undefined) {
  const end = (): never => {
    process.stderr.write(`${process.argv[1]} did not end within ${limit} seconds\n`)
    process.exit(1)
  }
  setTimeout(end, Number(limit) * 1000).unref()
}
