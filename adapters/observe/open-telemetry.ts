import { context, propagation, SpanKind, SpanStatusCode, trace, type TextMapGetter } from '@opentelemetry/api'
import type { SpanOptions, Tracer } from './tracer.ts'

const KINDS: Readonly<Record<SpanOptions['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

const FROM_HEADERS: TextMapGetter<Headers> = {
  keys: (headers) => [...headers.keys()],
  get: (headers, name) => headers.get(name) ?? undefined,
}

/** A tracer that gives its spans to the SDK of OpenTelemetry that the process has started. Without one, they go nowhere. */
export function openTelemetry(version: string): Tracer {
  const tracer = trace.getTracer('shelfmark', version)
  return {
    run: (name, { kind, facts, headers }, work) => {
      const active = context.active()
      const parent = headers === undefined ? active : propagation.extract(active, headers, FROM_HEADERS)
      return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes: { ...facts } }, parent, async (span) => {
        const fail = (): void => void span.setStatus({ code: SpanStatusCode.ERROR })
        try {
          return await work({ add: (more) => void span.setAttributes({ ...more }), fail })
        } catch (error) {
          // Its message may name an address or a file.
          span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          fail()
          throw error
        } finally {
          span.end()
        }
      })
    },
  }
}
