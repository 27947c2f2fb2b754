// Kinds of a place, as the shop's address form names them in `locationType`. From knowledge, 2026.
export const byZip = { own: 'LOCATION_INPUT', abroad: 'COUNTRY' }
export const byZipAndCity = { own: 'POSTAL_CODE_WITH_CITY', abroad: 'COUNTRY' }
export const byCity = { own: 'CITY', abroad: 'COUNTRY' }
export const onlyAbroad = { own: null, abroad: 'COUNTRY' }
