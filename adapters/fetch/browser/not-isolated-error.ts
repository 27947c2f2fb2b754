/** A browser that must not render pages: they could reach the network without this process. */
export class NotIsolatedError extends Error {
  override readonly name = 'NotIsolatedError'

  constructor(reason: string) {
    super(`The browser can't be isolated: ${reason}`)
  }
}
