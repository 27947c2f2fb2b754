/** The log of requests. */
interface RequestLogSettings {
  /** How long requests are kept. 0: the log is off. Unit: ms. */
  readonly keptMs: number
  /** Requests that are kept, of all workspaces together. */
  readonly most: number
}

/** How work on batches and housekeeping are done. */
export interface RunnerSettings {
  /** Time between the starts of two runs of items. Unit: ms. */
  readonly intervalMs: number
  /** Items of one run, over all batches. */
  readonly itemsPerRun: number
  /** Items that a process works on at the same time. They do not count toward the limits of keys. */
  readonly fetches: number
  /** How long results are kept after the end of their batch. Unit: ms. */
  readonly resultsKeptMs: number
  /** How long the record of a batch is kept after its end. Unit: ms. */
  readonly recordsKeptMs: number
  readonly requestLog: RequestLogSettings
}
