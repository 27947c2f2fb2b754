import type { Selectors } from '../selector/compile-map.ts'

/** What a field of a place is filled with. */
export type PlacePart = 'zip' | 'city' | 'city in capitals' | 'country'

/** How a visitor tells the shop where to deliver: what the script of its pages' headers sends. */
export interface AddressChange {
  /** Where a page has the token that the form of addresses is asked for with. */
  readonly selectors: {
    /** JSON: the address of the form, and headers that must be sent with it. */
    readonly modal: Selectors
    /** The token alone. */
    readonly token: Selectors
  }
  /** Member of that JSON with the headers, and header with the token. */
  readonly headers: string
  readonly tokenHeader: string
  /** Member of that JSON with the address of the form. */
  readonly url: string
  /** Form of a token. */
  readonly tokenForm: RegExp
  /** Paths of pages that have the token when the page that is asked for has none. Small front pages lack it. */
  readonly pages: readonly string[]
  /** Address of the form, when a page does not say. */
  readonly formPath: string
  /** Token in the form, which the change is asked for with. The first group is the token. */
  readonly tokenInForm: RegExp
  /** Addresses that change the place, in the order in which they are tried. */
  readonly paths: readonly { readonly path: string; readonly isJson: boolean }[]
  /** Fields of a place, by its `locationType`: what each is filled with. */
  readonly placeFields: Readonly<Record<string, Readonly<Record<string, PlacePart>>>>
  /** Fields of a change besides those of the place. */
  readonly fields: Readonly<Record<string, string>>
  /** Members of an answer that say no when they are 0 or false. When they say yes, that proves nothing. */
  readonly says: readonly string[]
}
