/** An example of an answer. */
interface Example {
  readonly summary: string
  readonly value: unknown
}

/** Examples by their names, as the description of the interface has them. */
export type Examples = Readonly<Record<string, Example>>

/** An example whose value is made when the description is first asked for: the start of a server does not wait for it. */
export function lazyExample(summary: string, make: () => unknown): Example {
  let made: { readonly value: unknown } | null = null
  return {
    summary,
    get value() {
      made ??= { value: make() }
      return made.value
    },
  }
}
