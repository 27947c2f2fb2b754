import { getRouterParam, type H3Event } from 'h3'
import { JSON_TYPE, refusePath, textAnswer } from '../route/answers.ts'
import type { Playground } from '../route/deps.ts'
import { isLocalVisitor } from '../route/local-visitor.ts'
import { mountRoot } from '../route/mount-base.ts'
import type { Route } from '../route/route.ts'
import { answerAsset, answerHtml, answerPage, ASSETS } from '../route/web-page.ts'

/** What the routes of the playground work with. */
export interface PlaygroundDeps {
  readonly playground: Playground
}

/** The playground: a page to see what is read from a page, and from where. */
export const getPlayground: Route<unknown> = {
  method: 'GET',
  path: '/',
  allowsHead: true,
  handler: (event) => answerPage(event, { name: 'playground', title: 'shelfmark', base: mountRoot(event) }),
}

/** What the playground knows of its server. */
export interface PlaygroundFacts {
  /** Sandbox key for visitors. Absent: null, they need one of their own. */
  readonly sandbox_key: string | null
}

export const getPlaygroundFacts: Route<PlaygroundDeps> = {
  method: 'GET',
  path: '/playground/facts',
  handler: (event, { playground }) => {
    const facts: PlaygroundFacts = { sandbox_key: isLocalVisitor(event) ? playground.sandboxKey : null }
    return textAnswer(200, JSON.stringify(facts), JSON_TYPE)
  },
}

/** Sources of a page of a shop: no script runs, and by default nothing is loaded. */
const FRAME_POLICY = {
  'default-src': "'none'",
  'style-src': "'unsafe-inline'",
  'img-src': 'data:',
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'self'",
  sandbox: 'allow-same-origin',
}
const WITH_IMAGES = { 'style-src': "'unsafe-inline' https:", 'img-src': 'data: https:', 'font-src': 'data: https:' }

/** An empty document, into which the playground puts the page that is shown. `?images`: loads its images and styles. */
export const getPlaygroundFrame: Route<unknown> = {
  method: 'GET',
  path: '/playground/frame',
  handler: (event: H3Event) => {
    const policy = event.url.searchParams.has('images') ? { ...FRAME_POLICY, ...WITH_IMAGES } : FRAME_POLICY
    return answerHtml(event, '<!doctype html><title>page</title>', policy)
  },
}

/** A file of any page. */
export const getAsset: Route<unknown> = {
  method: 'GET',
  path: `${ASSETS}/:id`,
  allowsHead: true,
  handler: (event) => {
    const name = getRouterParam(event, 'id')
    return name === undefined ? refusePath() : answerAsset(event, name)
  },
}
