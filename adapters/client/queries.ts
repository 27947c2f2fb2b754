import type { QueryOf } from '../../core/contract/index.ts'
import type { NamedRecord, Provenance, RecordName } from '../../core/index.ts'
import type { PageDomain } from '../../selectors/index.ts'

/** How pages are rendered, by a server that has a browser. */
export interface RenderQuery {
  /** Renders the page, and reads what is shown then. 10 credits a page. Default: false. */
  readonly render_js?: boolean | undefined
  /**
   * Renders the page, and adds `screenshot`: a PNG in base64 of what a window shows (`true`), or of
   * the whole page. 15 credits. Not with `pages` above 1. Default: false.
   */
  readonly screenshot?: boolean | 'viewport' | 'full' | undefined
}

/** Parameters that every record has. */
export interface SharedQuery extends RenderQuery {
  /** Default: `com`. */
  readonly domain?: PageDomain | undefined
  /** Form: `xx_YY`. Default: the marketplace's own. */
  readonly language?: string | undefined
  /**
   * Postal code that the page is for, in the form of the marketplace; `auto`: one of its own country. The answer is for
   * this place, see `meta.location`, or it is the error `location_not_applied`. Not on ae, eg, nl, sa.
   */
  readonly zip?: string | undefined
  /** City that the page is for: on ae, eg, sa alone, on com.au with `zip`. */
  readonly city?: string | undefined
  /** Another country that the page is for: ISO 3166, two letters. Not with `zip` or `city`. */
  readonly ship_to?: string | undefined
  /** Adds the page as received, as `html`. Not with `pages` above 1. Default: false. */
  readonly add_html?: boolean | undefined
  /** Adds where the values come from, as `provenance`. Default: false. */
  readonly explain?: boolean | undefined
  /** Time limit of the retrieval. Unit: s, 1 to 45. Default: 45, and 60 for several pages. */
  readonly timeout?: number | undefined
}

/** Fields of a record that are answered. */
export interface FieldsQuery<Field> {
  readonly fields: readonly Field[]
}

/** Parameters of a record, by its name: `RecordQuery<'product'>`. */
export type RecordQuery<Name extends RecordName = RecordName> = {
  readonly [N in Name]: Optional<Omit<QueryOf<N>, 'fields'>> &
    SharedQuery & {
      /** Fields of the record that are answered. The price is that of the whole record. Default: all. */
      readonly fields?: readonly (keyof NamedRecord<N>)[] | undefined
    }
}[Name]

/** Parameters that can be left out can be undefined too. */
type Optional<Query> = { readonly [Key in keyof Query]: Query[Key] }

/** What a query for a screenshot adds to a record. */
export interface WithScreenshot {
  /** PNG in base64. Absent: undefined, none was requested. */
  readonly screenshot?: string
}

/** Asks for the provenance of the values. */
export interface Explain {
  readonly explain: true
}

/** A record, with the selector that gave each value, what could not be read, and everything that was tried. */
export type Explained<Data> = Data & { readonly provenance: Provenance }
