import type { H3Event, HTTPResponse } from 'h3'
import type { DescribedOperation } from '../openapi/open-api.ts'

/** Answers a request. `deps`: what the table's app works with. */
export type Handler<Deps> = (event: H3Event, deps: Deps) => HTTPResponse | Promise<HTTPResponse>

/** A method of a path, and the function that answers it. */
export interface Route<Deps> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** As h3 spells it: `/api/v1/market/batch/:id`. */
  readonly path: string
  /** Whether `HEAD` is answered as `GET`, without the body. Default: false, as for all requests that need a key. */
  readonly allowsHead?: boolean
  readonly handler: Handler<Deps>
}

/** A route that the OpenAPI document describes. */
export interface Operation<Deps> extends Route<Deps>, DescribedOperation {
  readonly method: Route<Deps>['method']
  readonly path: Route<Deps>['path']
}

/** The part of a route that a client needs. */
export type Target = Pick<Route<never>, 'method' | 'path'>

const PARAM = /:(\w+)/g

/** Path of a route with values for its parts that are named. */
export function pathOf({ path }: Target, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(PARAM, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
