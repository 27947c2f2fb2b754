/** Why a body can't be decoded. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
  readonly code: 'page_too_large' | 'cut' | 'unreadable'

  constructor(code: BodyError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
