export interface MapOptions {
  /** Most inputs that were taken and whose output was not. */
  readonly room: number
  /** Ends everything. Default: nothing does. */
  readonly signal?: AbortSignal | undefined
}

/** What comes next: the oldest output, an input, or the end of the inputs, which may be their error. */
type Next<Input, Output> =
  | { readonly output: Output }
  | { readonly input: Input }
  | { readonly end: 'done' | { readonly error: unknown } }

/**
 * Works on inputs at the same time, and gives their outputs in the order of the inputs. An input is
 * taken only when there is room for it. An output that is ready does not wait for further inputs.
 *
 * Rejects: with the error of the work or of the inputs, after all earlier outputs; with the reason
 * of the signal, at once.
 */
export async function* mapInOrder<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  work: (input: Input) => Promise<Output>,
  { room, signal }: MapOptions,
): AsyncGenerator<Output, void, undefined> {
  const iterator = Symbol.asyncIterator in inputs ? inputs[Symbol.asyncIterator]() : inputs[Symbol.iterator]()
  const started: Promise<Next<Input, Output>>[] = []
  let taken: Promise<Next<Input, Output>> | null = null
  let end: 'done' | { readonly error: unknown } | null = null
  try {
    while (end === null || started.length > 0) {
      if (end === null && started.length < room) taken ??= take(iterator)
      const [oldest] = started
      const next = await first([oldest, taken], signal)
      if ('output' in next) {
        void started.shift()
        yield next.output
        continue
      }
      taken = null
      if ('end' in next) end = next.end
      else started.push(begin(next.input, work))
    }
    if (end !== 'done') throw end.error
  } finally {
    if (end === null) {
      const ended = Promise.resolve(iterator.return?.())
      // Inputs that are being asked for the next one may never answer.
      if (taken === null) await ended
      else ended.catch(() => undefined)
    }
  }
}

async function take<Input>(iterator: Iterator<Input> | AsyncIterator<Input>): Promise<Next<Input, never>> {
  try {
    const { done, value } = await iterator.next()
    return done === true ? { end: 'done' } : { input: value }
  } catch (error) {
    return { end: { error } }
  }
}

function begin<Input, Output>(input: Input, work: (input: Input) => Promise<Output>): Promise<Next<Input, Output>> {
  const next = work(input).then((output) => ({ output }))
  // A reader that stops early does not wait for it.
  next.catch(() => undefined)
  return next
}

/** The first that is ready; of several, the first of the list. Rejects: as it does, or with the reason of the signal. */
function first<T>(promises: readonly (Promise<T> | null | undefined)[], signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal?.reason)
    if (signal?.aborted) leave()
    // A new listener each time: a promise that lives as long as the signal would keep all outputs.
    signal?.addEventListener('abort', leave, { once: true })
    Promise.race(promises.filter((one) => one !== null && one !== undefined))
      .finally(() => signal?.removeEventListener('abort', leave))
      .then(resolve, reject)
  })
}
