import type { OwnCompanies } from '../../core/marketplace/own-names.ts'

/** Shops of other countries, which send their goods abroad. */
const shopsAbroad = [
  'Amazon US',
  'Amazon Germany',
  'Amazon UK',
  'Amazon Global Store UK',
  'Amazon Estados Unidos',
  // From knowledge.
  'Amazon DE',
  'Amazon EU',
  'Amazon AU',
  'Amazon SG',
  'Amazon JP',
  'Amazon Japan',
  'Amazon México',
  'Amazon Mexico',
  'Amazon Brasil',
  'Amazon Global',
  'Amazon Global Store',
  'Amazon Global Store US',
  'Amazon Global Store Germany',
  'Amazon Global Store Japan',
  'AmazonGlobal',
]

/** Parts of the company that sell, send or take back. */
const branches = [
  'Amazon Digital Services',
  'Amazon.com Services',
  'Amazon Export Sales',
  'Amazon Retail',
  'Amazon Warehouse',
  'Amazon Resale',
  // From knowledge.
  'Amazon Media EU',
  'Amazon Fresh',
  'Amazon Now',
  'Amazon Services',
  'Amazon Services Europe',
  'Amazon Services International',
  'Amazon Retail India',
  'Amazon Seller Services',
  'Amazon Asia-Pacific Holdings',
  'Amazon Commercial Services',
  'Amazon Digital Germany',
  'Amazon Digital UK',
  'Amazon Europe Core',
  'Amazon Fulfillment',
  'Amazon Fulfilment',
  'Amazon Fulfillment Services',
  'Amazon.com Sales',
  'Amazon.com.ca',
  'Amazon Serviços de Varejo do Brasil',
  'Amazon Warehouse Deals',
  'Warehouse Deals',
  'Amazon Retourenkauf',
  'Amazon Seconde main',
  'Amazon Segunda Mano',
  'Amazon Seconda mano',
  'アマゾンジャパン',
  'アマゾンジャパン合同会社',
]

/** Names under which the site's own companies sell and send. Names in other scripts are in the files of the languages. */
export const ownCompanies: OwnCompanies = {
  shop: 'Amazon', // "Amazon.ca", "Amazon.com.br"
  names: [...shopsAbroad, ...branches],
  legalForms: [
    'LLC',
    'Inc',
    'S.à r.l.',
    'S.à.r.l.',
    'S.a.r.l.',
    'Sarl',
    // From knowledge.
    'S.a.r.L.',
    'Sàrl',
    'SARL',
    'Ltd',
    'Limited',
    'GmbH',
    'Pty Ltd',
    'Pvt Ltd',
    'Private Limited',
    'Ltda',
    'K.K.',
    'G.K.',
  ],
}
