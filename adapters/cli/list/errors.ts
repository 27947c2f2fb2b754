/** Why a list of items can't be processed, or not to its end. The message is for a person. */
export class ListError extends Error {
  override readonly name: string = 'ListError'
}

/** The server refuses a request, and would refuse it again. */
export class ServerRefusal extends ListError {
  override readonly name = 'ServerRefusal'
  /** Error code of the interface. Absent: null, the answer has none. */
  readonly code: string | null

  constructor(code: string | null, message: string) {
    super(message)
    this.code = code
  }
}

/** Whether the message of an error is for a person: a `ListError`, or an error of the file system. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof ListError || (error instanceof Error && 'code' in error)
}
