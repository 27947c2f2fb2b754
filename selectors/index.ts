import { defineMarketplace, type Marketplace, type MarketplaceRecipe } from '../core/product/marketplace.ts'
import { baseProduct } from './base-product.ts'
import { languages } from './languages/index.ts'

const shared = { product: baseProduct, languages, isMonthFirst: false }

const recipes: readonly MarketplaceRecipe[] = [
  { ...shared, domain: 'com', host: 'www.amazon.com', currency: 'USD', language: 'en_US', isMonthFirst: true },
  { ...shared, domain: 'co.uk', host: 'www.amazon.co.uk', currency: 'GBP', language: 'en_GB' },
  { ...shared, domain: 'de', host: 'www.amazon.de', currency: 'EUR', language: 'de_DE' },
  { ...shared, domain: 'fr', host: 'www.amazon.fr', currency: 'EUR', language: 'fr_FR' },
  { ...shared, domain: 'it', host: 'www.amazon.it', currency: 'EUR', language: 'it_IT' },
  { ...shared, domain: 'es', host: 'www.amazon.es', currency: 'EUR', language: 'es_ES' },
  { ...shared, domain: 'nl', host: 'www.amazon.nl', currency: 'EUR', language: 'nl_NL' },
  { ...shared, domain: 'pl', host: 'www.amazon.pl', currency: 'PLN', language: 'pl_PL' },
  { ...shared, domain: 'se', host: 'www.amazon.se', currency: 'SEK', language: 'sv_SE' },
  { ...shared, domain: 'ca', host: 'www.amazon.ca', currency: 'CAD', language: 'en_CA' },
  { ...shared, domain: 'com.mx', host: 'www.amazon.com.mx', currency: 'MXN', language: 'es_MX' },
  { ...shared, domain: 'com.br', host: 'www.amazon.com.br', currency: 'BRL', language: 'pt_BR' },
  { ...shared, domain: 'com.au', host: 'www.amazon.com.au', currency: 'AUD', language: 'en_AU' },
  { ...shared, domain: 'co.jp', host: 'www.amazon.co.jp', currency: 'JPY', language: 'ja_JP' },
  { ...shared, domain: 'sg', host: 'www.amazon.sg', currency: 'SGD', language: 'en_SG' },
  { ...shared, domain: 'in', host: 'www.amazon.in', currency: 'INR', language: 'en_IN' },
  { ...shared, domain: 'com.tr', host: 'www.amazon.com.tr', currency: 'TRY', language: 'tr_TR' },
  { ...shared, domain: 'ae', host: 'www.amazon.ae', currency: 'AED', language: 'en_AE' },
  { ...shared, domain: 'sa', host: 'www.amazon.sa', currency: 'SAR', language: 'ar_AE' },
  { ...shared, domain: 'eg', host: 'www.amazon.eg', currency: 'EGP', language: 'ar_AE' },
]
export const marketplaces: ReadonlyMap<string, Marketplace> = new Map(recipes.map((r) => [r.domain, defineMarketplace(r)]))
