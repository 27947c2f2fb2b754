import { setMaxListeners } from 'node:events'
import { SourceError, type AnswerHead, type SourceErrorCode } from '../source/page-source.ts'
import { untilAborted } from '../../signals.ts'

/** What one side does for the other: each takes one value, and a signal that is aborted when the caller leaves. */
export type Handlers<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends { readonly input: infer Input; readonly result: infer Result }
    ? (input: Input, signal: AbortSignal) => Promise<Result>
    : never
}

/** One end of a channel between two threads. */
interface Port {
  postMessage(message: unknown): void
  on(event: 'message', listener: (message: unknown) => void): unknown
}

interface SentError {
  readonly message: string
  /** Absent: null, it is not a `SourceError`. */
  readonly source: {
    readonly code: SourceErrorCode
    readonly retryAfterMs: number | null
    readonly answer: AnswerHead | null
  } | null
}

/** An id is that of the caller: calls and aborts go one way, results and errors the other. */
type Message =
  | { readonly id: number; readonly call: string; readonly input: unknown }
  | { readonly id: number; readonly isAborted: true }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: SentError }

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Calls between two threads, in both directions. */
export class PortCalls<Theirs, Ours> {
  private readonly port: Port
  private readonly handlers: Handlers<Ours>
  private readonly waiting = new Map<number, Waiting>()
  /** Work for the other side. */
  private readonly running = new Map<number, AbortController>()
  private lastId = 0
  private ended: Error | null = null

  constructor(port: Port, handlers: Handlers<Ours>) {
    this.port = port
    this.handlers = handlers
    port.on('message', (message) => this.receive(message as Message))
  }

  /** Rejects: as the other side does; at once with the reason of the signal, which is aborted there too; with the error of the end. */
  async call<Name extends keyof Theirs & string>(
    name: Name,
    input: Theirs[Name] extends { readonly input: infer Input } ? Input : never,
    signal?: AbortSignal,
  ): Promise<Theirs[Name] extends { readonly result: infer Result } ? Result : never> {
    if (this.ended !== null) throw this.ended
    signal?.throwIfAborted()
    const id = ++this.lastId
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }))
    this.port.postMessage({ id, call: name, input } satisfies Message)
    try {
      return (await (signal === undefined ? answer : untilAborted(answer, signal))) as never
    } finally {
      if (this.waiting.delete(id)) this.port.postMessage({ id, isAborted: true } satisfies Message)
    }
  }

  /** The other side has ended: all calls reject, and its own are aborted. */
  end(error: Error): void {
    this.ended = error
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
    for (const work of this.running.values()) work.abort(error)
    this.running.clear()
  }

  private receive(message: Message): void {
    if (this.ended !== null) return
    if ('call' in message) return void this.work(message.id, message.call, message.input)
    if ('isAborted' in message) return this.running.get(message.id)?.abort(new Error('The caller has left.'))
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if ('error' in message) waiting?.reject(toError(message.error))
    else waiting?.resolve(message.result)
  }

  private async work(id: number, name: string, input: unknown): Promise<void> {
    const controller = new AbortController()
    // Every request of a page listens to it.
    setMaxListeners(0, controller.signal)
    this.running.set(id, controller)
    const handler = this.handlers[name as keyof Ours] as (input: unknown, signal: AbortSignal) => Promise<unknown>
    const reply: Message = await handler(input, controller.signal).then(
      (result) => ({ id, result }),
      (error: unknown) => ({ id, error: toSent(error) }),
    )
    if (this.running.delete(id)) this.port.postMessage(reply)
  }
}

function toSent(error: unknown): SentError {
  const message = error instanceof Error ? error.message : String(error)
  if (!(error instanceof SourceError)) return { message, source: null }
  const { code, retryAfterMs, answer } = error
  return { message, source: { code, retryAfterMs, answer } }
}

function toError({ message, source }: SentError): Error {
  if (source === null) return new Error(message)
  const error = new SourceError(source.code, message, { retryAfterMs: source.retryAfterMs })
  error.answer = source.answer
  return error
}
