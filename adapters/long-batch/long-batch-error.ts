/** Why a list of items can't be worked on, or not to its end: words for a person. */
export class LongBatchError extends Error {
  override readonly name: string = 'LongBatchError'
}

/** The server refuses a request, and will again. */
export class ServerRefusal extends LongBatchError {
  override readonly name = 'ServerRefusal'
  /** Of the interface. Absent: null, the answer names none. */
  readonly code: string | null

  constructor(code: string | null, message: string) {
    super(message)
    this.code = code
  }
}
