import type { Selectors } from '../../core/selector/compile-map.ts'

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

/**
 * Source: the headers of saved pages of 2018 to 2026 for the tokens and the address of the form; the rest from
 * knowledge, as several public descriptions of 2021 to 2026 agree on it. They disagree on which of the two addresses
 * works.
 */
export const addressChange: AddressChange = {
  selectors: {
    modal: ['#nav-global-location-data-modal-action::attr(data-a-modal)'],
    token: ['input#glowValidationToken::attr(value)'],
  },
  headers: 'ajaxHeaders',
  tokenHeader: 'anti-csrftoken-a2z',
  url: 'url',
  tokenForm: /^[\w+/=;-]{8,500}$/, // 2022: two tokens, with a semicolon between them
  pages: ['/', '/gp/bestsellers/'],
  formPath:
    '/portal-migration/hz/glow/get-rendered-address-selections?deviceType=desktop&pageType=Gateway&storeContext=NoStoreName&actionSource=desktop-modal',
  tokenInForm: /CSRF_TOKEN["']?\s{0,20}[:=]\s{0,20}["']([\w+/=;-]{8,500})["']/,
  paths: [
    { path: '/portal-migration/hz/glow/address-change?actionSource=glow', isJson: true },
    { path: '/gp/delivery/ajax/address-change.html', isJson: false }, // used until about 2023, and perhaps still
  ],
  placeFields: {
    LOCATION_INPUT: { zipCode: 'zip' },
    POSTAL_CODE_WITH_CITY: { zipCode: 'zip', city: 'city in capitals' },
    CITY: { city: 'city', cityName: 'city' },
    COUNTRY: { district: 'country', countryCode: 'country' },
  },
  fields: { deviceType: 'web', storeContext: 'generic', pageType: 'Gateway', actionSource: 'glow' },
  says: ['isValidAddress', 'isAddressUpdated', 'successful'],
}
