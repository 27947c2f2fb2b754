import type { ScreenshotArea } from '../../../core/contract/index.ts'
import type { BrowserSettings } from '../source/browser-settings.ts'
import type { FetchedPage, PageRequest } from '../source/page-source.ts'
import type { Resource, ResourceRequest } from './load-resource.ts'
import type { RenderLimits } from './render-page.ts'

/** What the thread of the browser gets when it starts. */
export interface ThreadData {
  readonly settings: BrowserSettings
  readonly limits: RenderLimits
  /** Contexts that are open at a time, those that are being closed included. */
  readonly maxContexts: number
  /** Time after which a browser that does not close a page is killed. Unit: ms. Default: 10,000. */
  readonly hangMs?: number | undefined
}

/** A page to render, and whether it may load anything. */
export interface RenderInput {
  readonly id: number
  readonly request: PageRequest
  readonly received: FetchedPage
  readonly screenshot: ScreenshotArea | null
  readonly loads: boolean
}

/** The state of the browsers of a thread. */
export interface BrowserState {
  readonly openPages: number
  readonly starts: number
  /** Absent: null, a browser runs. */
  readonly problem: string | null
  /** Main processes of the browsers that the thread has started. */
  readonly pids: readonly number[]
}

interface Call<Input, Result> {
  readonly input: Input
  readonly result: Result
}

/** What the thread of the browser does. */
export interface ThreadCalls {
  readonly start: Call<null, void>
  /** Version of the browser. */
  readonly version: Call<null, string>
  readonly render: Call<RenderInput, FetchedPage>
  readonly close: Call<null, void>
  /** Whether it still works. */
  readonly ping: Call<null, void>
}

/** What the main thread does for it: all requests to the network. `id`: of the page that is rendered. */
export interface MainCalls {
  readonly fetchPage: Call<{ readonly id: number; readonly url: string; readonly cookies: string }, FetchedPage>
  readonly load: Call<{ readonly id: number; readonly resource: Omit<ResourceRequest, 'marketplace'> }, Resource>
  readonly report: Call<BrowserState, void>
}
