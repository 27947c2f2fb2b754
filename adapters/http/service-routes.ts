import { jsonAnswer, jsonTextAnswer, type Answer } from './answer.ts'
import { batchRoutes } from './batch-routes.ts'
import { docsRoutes } from './docs.ts'
import { paidHandler } from './paid-route.ts'
import { refuse } from './refuse.ts'
import type { Route } from './routes.ts'
import { UNAVAILABLE_RETRY_SECONDS, type Service } from './service.ts'

/** Everything that the service answers to callers. `openApi` is the text of its description. */
export function serviceRoutes(service: Service, openApi: string): readonly Route[] {
  return [
    { path: '/api/v1/market/product', methods: { GET: paidHandler('market.product', service) } },
    { path: '/api/v1/market/search', methods: { GET: paidHandler('market.search', service) } },
    ...batchRoutes(service),
    { path: '/api/v1/openapi.json', methods: { GET: () => jsonTextAnswer(200, openApi) }, allowsHead: true },
    { path: '/livez', methods: { GET: () => jsonAnswer(200, { status: 'ok' }) }, allowsHead: true },
    { path: '/readyz', methods: { GET: () => answerReadiness(service) }, allowsHead: true },
    ...docsRoutes(() => refuse('not_found')),
  ]
}

/** Ready: the store answers, and the server is not about to end. */
async function answerReadiness({ store, isDraining, log }: Service): Promise<Answer> {
  if (!isDraining()) {
    try {
      await store.workspaces.list()
      return jsonAnswer(200, { status: 'ok' })
    } catch (error) {
      log.error({ err: error }, 'the store is away')
    }
  }
  return refuse('unavailable', { 'Retry-After': UNAVAILABLE_RETRY_SECONDS })
}
