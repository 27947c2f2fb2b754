import { getRouterParam, type H3Event, type HTTPResponse } from 'h3'
import type { PageSample } from '../../fetch/samples/page-samples.ts'
import { forAllowed } from '../people/authorize.ts'
import { jsonAnswer, textAnswer } from '../route/answers.ts'
import type { Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'
import type { Administration } from './administration.ts'

/** The playground on the port of operators: it opens the pages that were kept. */
export const getSamplesPlayground: Route<unknown> = {
  method: 'GET',
  path: '/playground',
  allowsHead: true,
  handler: (event) =>
    answerPage(event, { name: 'playground', title: 'shelfmark: pages', base: '', isForOperators: true }),
}

/** What is known of a page that was kept. */
export const getSampleFacts: Route<Administration> = {
  method: 'GET',
  path: '/admin/samples/:id',
  handler: forAllowed(async (event, { samples }) => {
    const facts = (await samples?.find(idOf(event))) ?? null
    return facts === null ? refuseSample() : jsonAnswer(200, facts satisfies PageSample)
  }),
}

/** The page itself, as a file: a browser never shows it as a page of this server. */
export const getSamplePage: Route<Administration> = {
  method: 'GET',
  path: '/admin/samples/:id/page',
  handler: forAllowed(async (event, { samples }) => {
    const id = idOf(event)
    const page = (await samples?.readPage(id)) ?? null
    if (page === null) return refuseSample()
    return textAnswer(200, page, 'application/gzip', {
      'Content-Disposition': `attachment; filename="${id}.html.gz"`,
    })
  }),
}

const idOf = (event: H3Event): string => getRouterParam(event, 'id') ?? ''

function refuseSample(): HTTPResponse {
  return jsonAnswer(404, { error: 'unknown_sample', message: 'There is no such page: pages are kept for a day.' })
}
