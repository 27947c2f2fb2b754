import type { GenericSchema, InferOutput } from 'valibot'

/** A type with all its parts read-only. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Frozen<T[Key]> }
    : T

/** The values that a schema describes, read-only. */
export type RecordOf<Schema extends GenericSchema> = Frozen<InferOutput<Schema>>
