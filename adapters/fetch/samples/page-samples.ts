import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import * as v from 'valibot'
import { DAY_MS } from '../../../core/policy/index.ts'

/** A page that was kept, without its bytes. */
export interface PageSample {
  /** Names its files. Form: `<ms since 1970>-<record>-<domain>-<8 hexadecimal digits>`. */
  readonly id: string
  /** When it was read. Unit: ms since 1970. */
  readonly atMs: number
  readonly record: string
  readonly domain: string
  /** Absent: null, the source of pages did not say. */
  readonly url: string | null
  /** HTTP status. Absent: null, as above. */
  readonly status: number | null
  /** Value of `Content-Type`. Absent: null, as above. */
  readonly contentType: string | null
  /**
   * What gave fields their values, each source once: `price`, or `products[].price` of all rows. Absent: undefined, the
   * field had no value, in no row.
   */
  readonly sources: Readonly<Record<string, readonly string[]>>
}

export interface PageSamplesOptions {
  /** Folder of the samples. Processes can share it. */
  readonly directory: string
  /** Unit: ms since 1970. */
  readonly epochMs: () => number
  /** Gets why a sample could not be kept, or old ones not be removed. */
  readonly onProblem: (problem: unknown) => void
}

/** How long a sample is kept. */
const KEPT_MS = DAY_MS
/** Time between two samples of a record on a marketplace. */
const INTERVAL_MS = 3_600_000
/** Samples that are kept: of more, the oldest go first. */
const MAX_SAMPLES = 1000
/** Larger pages are not kept. */
const MAX_BYTES = 8_000_000

/** Id of a sample: time, record, domain. */
const ID = /^(\d{13})-([a-z_]+)-([a-z.]+)-[\da-f]{8}$/
const FACTS = '.json'
const PAGE = '.html.gz'

const compress = promisify(gzip)

/** Pages of the last day, for people who look at what has changed in them: one an hour of each record and marketplace. */
export class PageSamples {
  private readonly options: PageSamplesOptions
  /** When the next sample is due, by record and domain. Unit: ms since 1970. */
  private readonly due = new Map<string, number>()
  private readonly working = new Set<Promise<void>>()
  private readonly timer: NodeJS.Timeout

  private constructor(options: PageSamplesOptions) {
    this.options = options
    this.timer = setInterval(() => this.follow(this.forget()), INTERVAL_MS).unref()
  }

  /** Opens the folder, and makes it if it does not exist. The hour of a sample goes on that an earlier process has kept. Rejects: the errors of `node:fs`. */
  static async open(options: PageSamplesOptions): Promise<PageSamples> {
    await mkdir(options.directory, { recursive: true, mode: 0o700 })
    const samples = new PageSamples(options)
    await samples.forget()
    for (const id of (await samples.listIds()).toReversed()) {
      const [, ms, record = '', domain = ''] = ID.exec(id) ?? []
      samples.due.set(`${record} ${domain}`, Number(ms) + INTERVAL_MS)
    }
    return samples
  }

  /** Whether the next page of a record is to be kept. True: this process keeps no other for an hour. */
  claim(record: string, domain: string): boolean {
    const nowMs = this.options.epochMs()
    const name = `${record} ${domain}`
    const dueMs = this.due.get(name) ?? -Infinity
    // A clock that was set back does not end the samples.
    if (nowMs < dueMs && nowMs >= dueMs - INTERVAL_MS) return false
    this.due.set(name, nowMs + INTERVAL_MS)
    return true
  }

  /** Takes a claim back: the page had no record. */
  release(record: string, domain: string): void {
    this.due.delete(`${record} ${domain}`)
  }

  /** Keeps a page. It does not wait for the disk. */
  keep(sample: Omit<PageSample, 'id' | 'atMs'>, bytes: Uint8Array): void {
    if (bytes.length > MAX_BYTES) return
    const written = this.write(sample, bytes).catch((error: unknown) => {
      this.release(sample.record, sample.domain)
      throw error
    })
    this.follow(written.then(() => this.forget()))
  }

  /** Samples of a record on a marketplace. Order: newest first. Rejects: the errors of `node:fs`. */
  async list(record: string, domain: string): Promise<PageSample[]> {
    const oldestMs = this.options.epochMs() - KEPT_MS
    const ids = (await this.listIds()).filter((id) => {
      const [, ms, ...of] = ID.exec(id) ?? []
      return Number(ms) >= oldestMs && of[0] === record && of[1] === domain
    })
    const samples = await Promise.all(ids.map((id) => this.find(id)))
    return samples.filter((sample) => sample !== null)
  }

  /** What is known of a sample. Absent: null, there is no such sample, it was removed, or its file is damaged. Rejects: the errors of `node:fs`. */
  async find(id: string): Promise<PageSample | null> {
    const text = await this.read(id, FACTS)
    if (text === null) return null
    const parsed = v.safeParse(stored, text.toString('utf8'))
    if (parsed.success && parsed.output.id === id) return parsed.output
    this.options.onProblem(new Error(`The file ${id}${FACTS} is damaged.`))
    return null
  }

  /** The page of a sample, as gzip. Absent: as in `find`. Rejects: the errors of `node:fs`. */
  readPage(id: string): Promise<Buffer<ArrayBuffer> | null> {
    return this.read(id, PAGE)
  }

  /** Waits for what is being written or removed, and ends. */
  async close(): Promise<void> {
    clearInterval(this.timer)
    await Promise.all(this.working)
  }

  /** Reports how work ends that nobody waits for, apart from `close`. */
  private follow(work: Promise<void>): void {
    const followed = work.catch((problem: unknown) => this.options.onProblem(problem))
    this.working.add(followed)
    void followed.then(() => this.working.delete(followed))
  }

  private async write(sample: Omit<PageSample, 'id' | 'atMs'>, bytes: Uint8Array): Promise<void> {
    const atMs = Math.round(this.options.epochMs())
    const id = `${toPrefix(atMs)}-${sample.record}-${sample.domain}-${randomBytes(4).toString('hex')}`
    if (!ID.test(id)) throw new Error(`A page of "${sample.record}" on "${sample.domain}" can not be named.`)
    await this.writeFile(id, PAGE, await compress(bytes))
    // A sample is listed by its facts, so that they come last.
    await this.writeFile(id, FACTS, JSON.stringify({ id, atMs, ...sample } satisfies PageSample))
  }

  /** Others that share the folder never see a part of a file. */
  private async writeFile(id: string, end: string, content: string | Uint8Array): Promise<void> {
    const file = join(this.options.directory, id + end)
    try {
      await writeFile(`${file}.part`, content, { flag: 'wx', mode: 0o600 })
      await rename(`${file}.part`, file)
    } catch (error) {
      await rm(`${file}.part`, { force: true })
      throw error
    }
  }

  /** The folder may be shared: only regular files are read, and no link is followed. */
  private async read(id: string, end: string): Promise<Buffer<ArrayBuffer> | null> {
    if (!ID.test(id)) return null
    const opened = await open(join(this.options.directory, id + end), READ_FLAGS).catch((error: unknown) => {
      if (isNoFile(error)) return null
      throw error
    })
    if (opened === null) return null
    try {
      return (await opened.stat()).isFile() ? await opened.readFile() : null
    } finally {
      await opened.close()
    }
  }

  /** Ids of all samples. Order: newest first. */
  private async listIds(): Promise<string[]> {
    const names = await readdir(this.options.directory)
    const ids = names.filter((name) => name.endsWith(FACTS)).map((name) => name.slice(0, -FACTS.length))
    return ids
      .filter((id) => ID.test(id))
      .toSorted()
      .toReversed()
  }

  /**
   * Removes samples that are too old or too many, those of a time to come, and what a process that was killed has left of
   * one. Other files stay.
   */
  private async forget(): Promise<void> {
    const { directory, epochMs, onProblem } = this.options
    const nowMs = epochMs()
    const oldest = toPrefix(nowMs - KEPT_MS)
    const future = toPrefix(nowMs + AHEAD_MS)
    const ids = (await this.listIds()).filter((id) => id < future)
    const last = ids[MAX_SAMPLES - 1] ?? ''
    for (const name of await readdir(directory)) {
      const id = name.replace(ENDS, '')
      const isOld = id < oldest || id < last || id >= future
      if (id === name || !ID.test(id) || !isOld) continue
      // One that can't be removed keeps no other.
      await rm(join(directory, name), { force: true }).catch(onProblem)
    }
  }
}

/** Clocks of other processes are ahead by less. Unit: ms. */
const AHEAD_MS = 3_600_000
/** A link is not followed, and a pipe does not wait for its writer. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** How ids of a time begin. */
const toPrefix = (ms: number): string => String(Math.round(ms)).padStart(13, '0')

/** Whether there is no such file, or something else under its name: a link. */
function isNoFile(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')
}

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    id: v.string(),
    atMs: v.number(),
    record: v.string(),
    domain: v.string(),
    url: v.nullable(v.string()),
    status: v.nullable(v.number()),
    contentType: v.nullable(v.string()),
    sources: v.record(v.string(), v.array(v.string())),
  }),
)

/** Ends of the names of all files. */
const ENDS = /\.(?:json|html\.gz)(?:\.part)?$/
