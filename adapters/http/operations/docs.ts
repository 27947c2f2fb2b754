import { readFile } from 'node:fs/promises'
import { HTTPResponse } from 'h3'
import { ENDPOINTS } from '../../../core/contract/index.ts'
import { toCollection } from '../openapi/collection.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { refToHeaders } from '../openapi/headers.ts'
import { success } from '../openapi/responses.ts'
import { open } from '../openapi/security.ts'
import { JSON_TYPE, jsonAnswer, textAnswer } from '../route/answers.ts'
import { entityTag, isCurrent } from '../route/entity-tag.ts'
import { mountBase } from '../route/mount-base.ts'
import type { Service } from '../route/deps.ts'
import type { Operation, Route } from '../route/route.ts'
import { answerPage } from '../route/web-page.ts'

/** What the operation that describes all operations works with. */
export interface Describer {
  /** Gives the OpenAPI document as JSON, in UTF-8. `serverUrl`: where the service is reached. */
  readonly describe: (serverUrl: string) => Uint8Array<ArrayBuffer>
}

export const getOpenApi: Operation<Describer> = {
  ...ENDPOINTS.getOpenApi,
  allowsHead: true,
  ...open,
  operationId: 'getOpenApi',
  tags: ['service'],
  summary: 'This description',
  description:
    'The interface as OpenAPI 3.1. With the `ETag` of an earlier answer as `If-None-Match`, 304 if it is the same.',
  answers: {
    success: {
      '304': { description: 'The client has the description.', headers: refToHeaders(['Svc-Request-Id', 'ETag']) },
      ...success(200, {
        description: 'The description.',
        schema: 'OpenApi',
        headers: ['Svc-Request-Id', 'ETag'],
        examples: {
          description: {
            summary: 'Its beginning',
            value: { openapi: '3.1.0', info: { title: 'shelfmark', version: '1.0.0' }, paths: {} },
          },
        },
      }),
    },
    errors: ['payload_too_large'],
  },
  handler: (event, { describe }) => {
    const document = describe(mountBase(event, getOpenApi.path) || '/')
    const tag = entityTag(document)
    event.res.headers.set('Cache-Control', 'no-cache')
    event.res.headers.set('ETag', tag)
    return isCurrent(event, tag) ? new HTTPResponse(null, { status: 304 }) : textAnswer(200, document, JSON_TYPE)
  },
}

const COLLECTION_PATH = '/docs/collection.json'

/** The interface as a collection that programs for requests import: Bruno, Postman, Insomnia, Hoppscotch. */
export const getCollection: Route<Describer & Pick<Service, 'publicUrl'>> = {
  method: 'GET',
  path: COLLECTION_PATH,
  allowsHead: true,
  handler: (event, { describe, publicUrl }) => {
    const baseUrl = publicUrl ?? event.url.origin + mountBase(event, COLLECTION_PATH)
    const document = JSON.parse(new TextDecoder().decode(describe('/'))) as OpenApiDocument
    const name = 'attachment; filename="shelfmark.postman_collection.json"'
    return jsonAnswer(200, toCollection(document, baseUrl), { 'Content-Disposition': name })
  },
}

const SKILL = new URL('../../mcp/shelfmark/SKILL.md', import.meta.url)

/** What a language model must know to use the service, as an Agent Skill (https://agentskills.io). */
export const getSkill: Route<unknown> = {
  method: 'GET',
  path: '/skill.md',
  allowsHead: true,
  handler: async () => textAnswer(200, await readFile(SKILL, 'utf8'), 'text/markdown; charset=utf-8'),
}

/** A page to read the interface and try it. */
export const getDocs: Route<unknown> = {
  method: 'GET',
  path: '/docs',
  allowsHead: true,
  handler: (event) =>
    answerPage(event, { name: 'docs', title: 'shelfmark: interface', base: mountBase(event, getDocs.path) }),
}
