import { mock } from 'node:test'

/** Lets calls of some methods throw after so many, as if the process had died there. Returns the function that ends it. */
export function failAfter<Name extends string>(
  calls: number,
  prototype: Record<Name, (...args: never[]) => unknown>,
  names: readonly Name[],
): () => void {
  let left = calls
  const mocks = names.map((name) => {
    const real = prototype[name] as (...args: unknown[]) => unknown
    return mock.method(
      prototype as Record<string, (...args: unknown[]) => unknown>,
      name,
      function own(this: unknown, ...args: unknown[]) {
        if (left-- <= 0) throw new Error('the process died')
        return real.apply(this, args)
      },
    )
  })
  return () => {
    for (const one of mocks) one.mock.restore()
  }
}
