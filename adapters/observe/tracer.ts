/** Facts of a span. They have no keys, no queries of callers and no addresses of clients. */
type SpanFacts = Readonly<Record<string, string | number>>

/** A piece of work, as it is traced. */
interface Span {
  /** Adds facts that are known by the end. */
  add(facts: SpanFacts): void
  /** Marks the work as failed. */
  fail(): void
}

export interface SpanOptions {
  /** `server`: answers a request; `client`: asks another service. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly facts: SpanFacts
  /** Headers of a request that may name the span that it is part of. Default: none. */
  readonly headers?: Headers | undefined
}

/** Where pieces of work are traced. */
export interface Tracer {
  /** Does work as a span. Spans of the work are its children. An error of the work is thrown, and marks the span as failed. */
  run<Result>(name: string, options: SpanOptions, work: (span: Span) => Promise<Result>): Promise<Result>
}
