import type { Marketplace } from '../core/marketplace/marketplace.ts'
import { baseProduct } from './base-product/index.ts'
import { baseSearch } from './base-search.ts'
import { site } from './site.ts'

const shared = { site, product: baseProduct, search: baseSearch }

/*
 * A marketplace whose pages differ from the base map gets lists of its own:
 * `product: { ...baseProduct, deal_type: [...] }`, with a comment that says what
 * differs and when it was seen. No marketplace needs one so far.
 */

export const com: Marketplace<'com'> = {
  ...shared,
  domain: 'com',
  host: 'www.amazon.com',
  currency: 'USD',
  language: 'en_US',
  isMonthFirst: true,
}

export const coUk: Marketplace<'co.uk'> = {
  ...shared,
  domain: 'co.uk',
  host: 'www.amazon.co.uk',
  currency: 'GBP',
  language: 'en_GB',
}

export const de: Marketplace<'de'> = {
  ...shared,
  domain: 'de',
  host: 'www.amazon.de',
  currency: 'EUR',
  language: 'de_DE',
}

export const fr: Marketplace<'fr'> = {
  ...shared,
  domain: 'fr',
  host: 'www.amazon.fr',
  currency: 'EUR',
  language: 'fr_FR',
}

export const it: Marketplace<'it'> = {
  ...shared,
  domain: 'it',
  host: 'www.amazon.it',
  currency: 'EUR',
  language: 'it_IT',
}

export const es: Marketplace<'es'> = {
  ...shared,
  domain: 'es',
  host: 'www.amazon.es',
  currency: 'EUR',
  language: 'es_ES',
}

export const nl: Marketplace<'nl'> = {
  ...shared,
  domain: 'nl',
  host: 'www.amazon.nl',
  currency: 'EUR',
  language: 'nl_NL',
}

export const pl: Marketplace<'pl'> = {
  ...shared,
  domain: 'pl',
  host: 'www.amazon.pl',
  currency: 'PLN',
  language: 'pl_PL',
}

export const se: Marketplace<'se'> = {
  ...shared,
  domain: 'se',
  host: 'www.amazon.se',
  currency: 'SEK',
  language: 'sv_SE',
}

export const ca: Marketplace<'ca'> = {
  ...shared,
  domain: 'ca',
  host: 'www.amazon.ca',
  currency: 'CAD',
  language: 'en_CA',
}

export const comMx: Marketplace<'com.mx'> = {
  ...shared,
  domain: 'com.mx',
  host: 'www.amazon.com.mx',
  currency: 'MXN',
  language: 'es_MX',
}

export const comBr: Marketplace<'com.br'> = {
  ...shared,
  domain: 'com.br',
  host: 'www.amazon.com.br',
  currency: 'BRL',
  language: 'pt_BR',
}

export const comAu: Marketplace<'com.au'> = {
  ...shared,
  domain: 'com.au',
  host: 'www.amazon.com.au',
  currency: 'AUD',
  language: 'en_AU',
}

export const coJp: Marketplace<'co.jp'> = {
  ...shared,
  domain: 'co.jp',
  host: 'www.amazon.co.jp',
  currency: 'JPY',
  language: 'ja_JP',
}

export const sg: Marketplace<'sg'> = {
  ...shared,
  domain: 'sg',
  host: 'www.amazon.sg',
  currency: 'SGD',
  language: 'en_SG',
}

export const inMarketplace: Marketplace<'in'> = {
  ...shared,
  domain: 'in',
  host: 'www.amazon.in',
  currency: 'INR',
  language: 'en_IN',
}

export const comTr: Marketplace<'com.tr'> = {
  ...shared,
  domain: 'com.tr',
  host: 'www.amazon.com.tr',
  currency: 'TRY',
  language: 'tr_TR',
}

export const ae: Marketplace<'ae'> = {
  ...shared,
  domain: 'ae',
  host: 'www.amazon.ae',
  currency: 'AED',
  language: 'en_AE',
}

export const sa: Marketplace<'sa'> = {
  ...shared,
  domain: 'sa',
  host: 'www.amazon.sa',
  currency: 'SAR',
  language: 'ar_AE',
}

export const eg: Marketplace<'eg'> = {
  ...shared,
  domain: 'eg',
  host: 'www.amazon.eg',
  currency: 'EGP',
  language: 'ar_AE',
}

const all = [com, coUk, de, fr, it, es, nl, pl, se, ca, comMx, comBr, comAu, coJp, sg, inMarketplace, comTr, ae, sa, eg]

/** A marketplace, by the end of the name of its host. */
export type Domain = (typeof all)[number]['domain']

/** The domains of all marketplaces, in the order of the interface. */
export const domains: readonly Domain[] = all.map(({ domain }) => domain)

/** All marketplaces by domain, in the order of the interface. The first is the default. */
export const marketplaces: ReadonlyMap<string, Marketplace<Domain>> = new Map(
  all.map((marketplace) => [marketplace.domain, marketplace]),
)

/** Whether there is a marketplace of this domain. */
export function isDomain(text: string): text is Domain {
  return marketplaces.has(text)
}
