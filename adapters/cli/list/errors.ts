/** Why a list of items can't be processed, or not to its end. The message is for a person. */
export class ListError extends Error {
  override readonly name: string = 'ListError'
}

/** Whether the message of an error is for a person: a `ListError`, an error of the file system, or of a client. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof ListError || (error instanceof Error && 'code' in error)
}
