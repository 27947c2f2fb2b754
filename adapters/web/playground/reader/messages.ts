import type { Operations } from './operations.ts'

type OperationName = keyof Operations

/** What the worker is asked to do. */
export interface ReaderRequest<Name extends OperationName = OperationName> {
  readonly id: number
  readonly name: Name
  readonly args: Parameters<Operations[Name]>
}

/** What the worker answers. `problem`: why there is no result, in a sentence. */
export type ReaderAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string }
