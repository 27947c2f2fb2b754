import { createHash } from 'node:crypto'
import { Circuits } from '../../circuits.ts'
import { SourceError } from './page-source.ts'

/** Connections through a proxy since the start. */
export interface ProxyState {
  /** Its address, without user and password. */
  readonly proxy: string
  readonly connections: number
  /** Connections that it did not give. */
  readonly failures: number
  /** Whether it gets no connections for a time, because the last ones failed. */
  readonly is_resting: boolean
  /** Why the last one failed, in words that follow the name. null: it did not. */
  readonly problem: string | null
}

export interface ProxiesOptions {
  /** Called when a proxy begins to rest, and when it works again: null then. It is named as in `ProxyState`. */
  readonly onProblem?: ((proxy: string, problem: string | null) => void) | undefined
  /** Gives the time of a clock that never goes back. Unit: ms. Default: that of the process. */
  readonly nowMs?: (() => number) | undefined
}

/** A proxy. */
export interface ProxyExit {
  /** A name that is the same in every process, and which tells neither its address nor its password. */
  readonly exit: string
  /** Its address, without user and password, for operators. */
  readonly name: string
  readonly url: URL
  /** The header with its user and its password. Empty: it has none. */
  readonly authorization: Readonly<Record<string, string>>
}

/** A proxy that fails three times in a row rests. */
const RULE = { maxFailures: 3, openMs: 30_000, maxNames: Infinity } as const

interface Counted extends ProxyExit {
  connections: number
  failures: number
  problem: string | null
  /** Whether `onProblem` was told last that it rests. */
  isSaidToRest: boolean
}

/** The proxies of a process: those that fail rest, so that requests take others, and do not wait for those in vain. */
export class Proxies {
  private readonly counted: readonly Counted[]
  private readonly circuits: Circuits
  private readonly onProblem: (proxy: string, problem: string | null) => void

  /** Throws: `TypeError` for a proxy that is not an http(s) URL; the URL may have a user and a password. */
  constructor(urls: readonly string[], options: ProxiesOptions = {}) {
    const { nowMs = () => performance.now(), onProblem = () => undefined } = options
    this.counted = toExits([...new Set(urls)])
    this.circuits = new Circuits(RULE, nowMs)
    this.onProblem = onProblem
  }

  get all(): readonly ProxyExit[] {
    return this.counted
  }

  /** Order: as the proxies were given. */
  states(): readonly ProxyState[] {
    return this.counted.map(({ exit, name, connections, failures, problem }) => {
      return { proxy: name, connections, failures, is_resting: this.isResting(exit), problem }
    })
  }

  isResting(exit: string): boolean {
    return this.circuits.isOpen(exit)
  }

  /**
   * Opens a connection through a proxy.
   *
   * `open`: rejects with a `proxyProblem`, when the proxy has failed.
   * Rejects: as `open` does; `proxy`, with the name of the proxy, when it has failed, and at once while it rests.
   */
  async connect<T>({ exit, name }: ProxyExit, open: () => Promise<T>): Promise<T> {
    const end = this.circuits.begin(exit)
    const counted = this.counted.find((proxy) => proxy.exit === exit)
    if (end === null || counted === undefined) {
      throw proxyProblem(`The proxy ${name} rests. The last time, it ${counted?.problem ?? 'failed'}.`)
    }
    counted.connections++
    try {
      const connection = await open()
      end(true)
      this.note(counted, null)
      return connection
    } catch (error) {
      const problem = error instanceof SourceError && error.code === 'proxy' ? error.message : null
      end(problem === null ? null : false)
      if (problem === null) throw error
      counted.failures++
      this.note(counted, problem)
      throw proxyProblem(`The proxy ${name} ${problem}.`, error)
    }
  }

  /** Notes how the last connection ended, and tells when a proxy begins to rest, and when it works again. */
  private note(counted: Counted, problem: string | null): void {
    counted.problem = problem
    const rests = problem !== null && (counted.isSaidToRest || this.isResting(counted.exit))
    if (rests === counted.isSaidToRest) return
    counted.isSaidToRest = rests
    this.onProblem(counted.name, problem)
  }
}

/** `what`: what a proxy has done, in words that follow its name. */
export function proxyProblem(what: string, cause?: unknown): SourceError {
  return new SourceError('proxy', what, { cause })
}

function toExits(urls: readonly string[]): readonly Counted[] {
  const seen = new Map<string, number>()
  return urls.map((text) => {
    const { url, authorization } = requireProxy(text)
    const address = `${url.protocol}//${url.host}`
    const count = (seen.get(address) ?? 0) + 1
    seen.set(address, count)
    // A gateway may be named several times, each with another user.
    const name = count === 1 ? address : `${address} (${count})`
    const none = { connections: 0, failures: 0, problem: null, isSaidToRest: false }
    return { exit: hashOf(text), name, url, authorization, ...none }
  })
}

function hashOf(proxy: string): string {
  return createHash('sha256').update(`shelfmark exit ${proxy}`).digest('base64url').slice(0, 12)
}

function requireProxy(text: string): Pick<ProxyExit, 'url' | 'authorization'> {
  try {
    const url = new URL(text)
    if (url.protocol === 'http:' || url.protocol === 'https:') return { url, authorization: authorize(url) }
  } catch {
    // Not a URL, or one whose user or password is not encoded.
  }
  // The message does not repeat the URL, which may contain a password.
  throw new TypeError('A proxy must be a URL such as http://user:password@host:8080')
}

function authorize({ username, password }: URL): ProxyExit['authorization'] {
  if (username === '' && password === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
