import { loadWithPackages } from '../load-packages.ts'
import type { Tracer } from '../observe/tracer.ts'
import { version } from '../package-version.ts'
import type { Retriever } from '../fetch/retriever.ts'
import type { PageSource } from '../fetch/source/page-source.ts'
import type { PageExtractor } from '../pages/pool/page-extractor.ts'
import type { Lane } from '../pages/pool/line.ts'
import type { WebhookSender } from '../work/webhook/send-webhook.ts'

/**
 * The parts of a service as spans. Without a tracer, each function gives the part itself: nothing is added to a call.
 *
 * Rejects: with a `MissingPackageError`, when traces are on and the package is not installed.
 */
export async function openTracer(isOn: boolean): Promise<Tracer | null> {
  if (!isOn) return null
  const { openTelemetry } = await loadWithPackages('Tracing', () => import('../observe/open-telemetry.ts'))
  return openTelemetry(version)
}

/** `lane`: whether the retriever works for requests or for batches. */
export function traceRetriever(retriever: Retriever, tracer: Tracer | null, lane: Lane): Retriever {
  if (tracer === null) return retriever
  return {
    retrieve: (request, signal, workspaceId) => {
      const { record, params } = request
      const facts = { 'shelfmark.record': record, 'shelfmark.domain': params.domain, 'shelfmark.lane': lane }
      return tracer.run(`retrieve ${record}`, { kind: 'internal', facts }, async (span) => {
        const retrieval = await retriever.retrieve(request, signal, workspaceId)
        const isFailed = 'error' in retrieval
        span.add({
          'shelfmark.outcome': isFailed ? retrieval.error : 'ok',
          'shelfmark.attempts': retrieval.attempts,
        })
        if (isFailed) span.fail()
        return retrieval
      })
    },
  }
}

export function traceSource(source: PageSource, tracer: Tracer | null): PageSource {
  if (tracer === null) return source
  return {
    exits: source.exits,
    heedsPlace: source.heedsPlace,
    fetch: (request, signal) => {
      const facts = { 'server.address': new URL(request.url).hostname, 'shelfmark.attempt': request.attempt }
      return tracer.run(`fetch ${request.record}`, { kind: 'client', facts }, async (span) => {
        const page = await source.fetch(request, signal)
        span.add({ 'http.response.status_code': page.status })
        return page
      })
    },
    close: () => source.close(),
  }
}

export function traceExtractor(extractor: PageExtractor, tracer: Tracer | null): PageExtractor {
  if (tracer === null) return extractor
  return {
    extract: (bytes, options, signal, workspaceId) =>
      tracer.run('extract page', { kind: 'internal', facts: { 'shelfmark.bytes': bytes.length } }, () =>
        extractor.extract(bytes, options, signal, workspaceId),
      ),
  }
}

export function traceWebhooks(sender: WebhookSender, tracer: Tracer | null): WebhookSender {
  if (tracer === null) return sender
  return {
    send: (delivery, signal) => {
      const facts = { 'server.address': new URL(delivery.url).hostname }
      return tracer.run('webhook', { kind: 'client', facts }, async (span) => {
        const outcome = await sender.send(delivery, signal)
        span.add({ 'shelfmark.outcome': outcome.ok ? 'ok' : 'failed' })
        if (!outcome.ok) span.fail()
        return outcome
      })
    },
    close: sender.close,
  }
}
