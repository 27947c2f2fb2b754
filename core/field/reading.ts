import type { ParentNode } from '../html/tree/node.ts'
import type { Page } from '../html/page.ts'
import type { CompiledMarketplace } from '../marketplace/marketplace.ts'
import type { CompiledSite } from '../marketplace/site.ts'
import type { Words } from '../marketplace/words.ts'
import type { CompiledMap } from '../selector/compile-map.ts'
import type { PageText } from '../text/page-text.ts'
import { FieldReader, type Scope } from './field-reader.ts'
import { Trace } from './trace.ts'

/** Names of the parts of an entry of a map; never, for an entry that is one list. */
type PartsOf<Entry> = Entry extends readonly string[] ? never : Extract<keyof Entry, string>
type EntryOf<Entries, Field> = Field extends keyof Entries ? Entries[Field] : readonly string[]

/** Reads one field of a record. `field` has the candidates of the field's entry in the map. */
type ReadField<Values, Entries, Root extends ParentNode, Field extends keyof Values> = (
  field: FieldReader<PartsOf<EntryOf<Entries, Field>>>,
  reading: Reading<Values, Entries, Root>,
) => Values[Field]

/** The definition of each field of a record, under the field's name. */
export type FieldDefinitions<Values, Entries, Root extends ParentNode> = {
  readonly [Field in keyof Values]: ReadField<Values, Entries, Root, Field>
}

export interface ReadingOptions<Values, Entries, Root extends ParentNode> {
  readonly page: Page
  readonly text: PageText
  /** The document, or the card that is read. */
  readonly scope: Root
  readonly marketplace: CompiledMarketplace
  readonly map: CompiledMap<Entries>
  readonly definitions: FieldDefinitions<Values, Entries, Root>
  /** Requested ASIN. Absent: null, unknown. */
  readonly askedAsin?: string | null
  /** Records every candidate that was tried. Default: false. */
  readonly keepsAttempts?: boolean
}

/**
 * One product page, or one card of a search page, while its fields are read:
 * what the definitions of the fields share. Each field, and each shared result,
 * is computed once, when it is first needed.
 */
export class Reading<Values, Entries, Root extends ParentNode> {
  readonly page: Page
  readonly text: PageText
  readonly scope: Root
  readonly scopes: readonly Scope[]
  readonly marketplace: CompiledMarketplace
  readonly askedAsin: string | null
  readonly trace: Trace
  private readonly map: CompiledMap<Entries>
  private readonly definitions: FieldDefinitions<Values, Entries, Root>
  private readonly readers = new Map<string, FieldReader<string>>()
  private readonly values = new Map<string, unknown>()
  private readonly shared = new Map<object, unknown>()

  constructor({ page, text, scope, marketplace, map, definitions, ...options }: ReadingOptions<Values, Entries, Root>) {
    this.page = page
    this.text = text
    this.scope = scope
    this.scopes = [{ within: scope }]
    this.marketplace = marketplace
    this.map = map
    this.definitions = definitions
    this.askedAsin = options.askedAsin ?? null
    this.trace = new Trace(options.keepsAttempts ?? false)
  }

  get site(): CompiledSite {
    return this.marketplace.site
  }

  get words(): Words {
    return this.marketplace.site.words
  }

  /** Value of a field. */
  get<Field extends keyof Values & string>(name: Field): Values[Field] {
    let value = this.values.get(name)
    if (value === undefined) {
      value = this.definitions[name](this.field(name), this)
      this.values.set(name, value)
    }
    return value as Values[Field]
  }

  /** Reader of a field's candidates, also for definitions of other fields and for shared results. */
  field<Field extends keyof (Values & Entries) & string>(name: Field): FieldReader<PartsOf<EntryOf<Entries, Field>>> {
    let reader = this.readers.get(name)
    if (reader === undefined) {
      reader = new FieldReader<string>(this, name, (this.map as Record<string, never>)[name])
      this.readers.set(name, reader)
    }
    return reader
  }

  /** A result that several fields need. */
  once<T>(work: (reading: this) => T): T {
    return getOrMake(this.shared, work, () => work(this))
  }

  /** A result that several fields need, of an element or an offer. */
  onceFor<Subject extends object, T>(subject: Subject, work: (subject: Subject, reading: this) => T): T {
    const results = getOrMake(this.shared, work, () => new Map<object, unknown>())
    return getOrMake(results, subject, () => work(subject, this))
  }
}

function getOrMake<T>(known: Map<object, unknown>, key: object, make: () => T): T {
  if (!known.has(key)) known.set(key, make())
  return known.get(key) as T
}
