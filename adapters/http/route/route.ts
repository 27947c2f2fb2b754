import type { H3Event, HTTPResponse } from 'h3'
import type { DescribedOperation } from '../openapi/open-api.ts'
import type { Endpoint } from '../../../core/contract/index.ts'

/** Answers a request. `deps`: what the table's app works with. */
export type Handler<Deps> = (event: H3Event, deps: Deps) => HTTPResponse | Promise<HTTPResponse>

/** A method of a path, and the function that answers it. */
export interface Route<Deps> extends Endpoint {
  /** Whether `HEAD` is answered as `GET`, without the body. Default: false, as for all requests that need a key. */
  readonly allowsHead?: boolean
  readonly handler: Handler<Deps>
}

/** A route that the OpenAPI document describes. */
export interface Operation<Deps> extends Route<Deps>, DescribedOperation {
  readonly handler: Route<Deps>['handler']
}
