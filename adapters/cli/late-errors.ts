import type { Logger } from '../observe/log.ts'

/**
 * Errors that nothing waits for: of a source of pages that is somebody else's, which fails after it has answered, or of
 * shelfmark itself. Node would end the process, with its requests.
 *
 * A rejected promise is logged, and the process goes on. After an exception that nothing catches, the state of the
 * process is unknown: it is logged, and the process should finish what is in progress, and end.
 */
export function listenForLateErrors(log: Logger): { readonly exception: Promise<'uncaught exception'> } {
  process.on('unhandledRejection', (reason) => log.error({ err: toError(reason) }, 'nothing waits for this rejection'))
  const exception = new Promise<'uncaught exception'>((resolve) => {
    process.on('uncaughtException', (error) => {
      log.fatal({ err: toError(error) }, 'nothing catches this exception: the process finishes its work, and ends')
      resolve('uncaught exception')
    })
  })
  return { exception }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
