import type { AddressChange } from '../../core/marketplace/address-change.ts'

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
