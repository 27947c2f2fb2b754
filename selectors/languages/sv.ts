import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/sv.ts'

/** Swedish. */
export const sv: Language = {
  code: 'sv',
  company: [],
  prime: [],
  viewed: ['visade', 'visningar', 'visats', 'visad', 'visat', 'tittade', 'tittat'], // From knowledge.
  past: [],
  exclusive: ['exklusivt', 'endast för'], // From knowledge.
  rental: ['hyra', 'hyr', 'uthyrning'], // From knowledge.
  byline: [
    // From knowledge.
    'Besök {brand}-butiken',
    'Besök butiken för {brand}',
    'Besök butiken {brand}',
    'Besök {brand} Store',
    'Varumärke: {brand}',
    'Märke: {brand}',
    'Besök {brand} butiken',
    'Besök {brand}s butik',
    'Besök {brand}-store',
    'Gå till {brand}-butiken',
    'Besök {brand}-butik',
  ],
  by: ['Av'], // From knowledge.
  deliver_to: [
    // From knowledge.
    'Leverera till {place}',
    'Levereras till {place}',
    'Leverans till {place}',
    'Levererar till {place}',
    'Leverans i {place}',
    'Leverera i {place}',
    'Skicka till {place}',
    'Skickas till {place}',
    'Levereras i {place}',
    'Leveransadress {place}',
    'Leveransadress: {place}',
  ],
  sales_rank: ['{rank} i {category}', '{rank} inom {category}'], // From knowledge.
  labels: {
    manufacturer: ['Tillverkare', 'Producent'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'Produktens mått*',
      'Artikelns mått*',
      'Mått',
      'Artikelmått*',
      'Produktens dimensioner*',
      'Produktdimensioner*',
      'Produktmått*',
      'Artikeldimensioner*',
      'Artikelns dimensioner*',
      'Dimensioner',
      'Varans mått*',
      'Mått på produkten*',
      'Objektets mått*',
    ],
    package_dimensions: [
      // From knowledge.
      'Förpackningsmått',
      'Paketmått',
      'Förpackningens dimensioner',
      'Paketdimensioner*',
      'Förpackningsdimensioner*',
      'Förpackningens mått*',
      'Paketets dimensioner*',
      'Paketets mått*',
      'Mått på förpackningen*',
    ],
    date_first_available: [
      // From knowledge.
      'Första tillgängliga datum',
      'Datum när den först blev tillgänglig*',
      'Tillgänglig på Amazon*',
      'Första datum tillgängligt',
      'Lanserades på Amazon*',
      'Datum för första tillgänglighet*',
      'Första tillgänglighetsdatum*',
      'Första dag tillgänglig*',
      'Första datum då produkten*',
      'Datum då produkten först*',
      'Finns på Amazon*',
      'Tillgänglig sedan*',
      'Tillgänglig för första gången*',
    ],
    sales_rank: [
      // From knowledge.
      'Bästsäljare-rankning*',
      'Rankning för bästsäljare',
      'Rangordning för bästsäljare*',
      'Bästsäljarrankning*',
      'Bästsäljarranking*',
      'Bästsäljarrang*',
      'Bästsäljarlista*',
      'Plats på bästsäljarlistan*',
      'Placering på bästsäljarlistan*',
      'Amazon bästsäljar*',
      'Rangordning bland bästsäljare*',
    ],
    customer_reviews: [
      // From knowledge.
      'Kundrecensioner',
      'Kundbetyg',
      'Kundomdömen',
      'Kundrecension',
      'Genomsnittligt kundbetyg',
      'Genomsnittligt betyg*',
      'Kundutlåtanden',
    ],
    brand: ['Varumärke', 'Märke', 'Märkesnamn', 'Varumärkesnamn', 'Varumärkets namn'], // From knowledge.
  },
  months: [
    // From knowledge.
    ['januari', 'jan'],
    ['februari', 'feb'],
    ['mars', 'mar'],
    ['april', 'apr'],
    ['maj'],
    ['juni', 'jun'],
    ['juli', 'jul'],
    ['augusti', 'aug'],
    ['september', 'sep', 'sept'],
    ['oktober', 'okt'],
    ['november', 'nov'],
    ['december', 'dec'],
  ],
  // "i dag", "i morgon" and "i övermorgon" are two words.
  days: [
    // From knowledge.
    'idag',
    'imorgon',
    'måndag',
    'mån',
    'tisdag',
    'tis',
    'onsdag',
    'ons',
    'torsdag',
    'tors',
    'fredag',
    'fre',
    'lördag',
    'lör',
    'söndag',
    'sön',
    'dag',
    'morgon',
    'övermorgon',
    'tor',
  ],
  countries,
  two: [],
  free: [
    // From knowledge.
    'gratis',
    'fri leverans',
    'fri frakt',
    'fraktfri',
    'fraktfritt',
    'kostnadsfri',
    'kostnadsfritt',
    'utan extra kostnad',
  ],
  conditions: {
    used_like_new: ['Som ny', 'Som nya', 'Som nytt', 'I nyskick'], // From knowledge.
    used_very_good: ['Mycket bra', 'Mycket gott skick', 'Mycket bra skick'], // From knowledge.
    used_good: ['Bra', 'Gott skick', 'Bra skick'], // From knowledge.
    used_acceptable: ['Acceptabelt', 'Acceptabel', 'Godtagbart', 'Godtagbar', 'Acceptabla'], // From knowledge.
    new: ['Ny'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Renoverad',
      'Rekonditionerad',
      'Renoverade',
      'Renoverat',
      'Rekonditionerat',
      'Rekonditionerade',
    ],
    collectible: ['Samlarobjekt', 'Samlarföremål'], // From knowledge.
    open_box: [],
    used: ['Begagnad', 'Begagnat', 'Begagnade'], // From knowledge.
  },
  promotion: ['kampanj', 'rabatt'], // From knowledge.
  delivery: ['leverans', 'frakt', 'levereras', 'fraktkostnad', 'Få den', 'Anländer', 'upphämtning'], // From knowledge.
  stock: ['I lager', 'Skickas inom', 'Skickas vanligtvis'], // From knowledge.
  unavailable: [
    // From knowledge.
    'Tillfälligt slut',
    'För närvarande otillgänglig',
    'Inte tillgänglig',
    'Slut i lager',
    'För närvarande ej tillgänglig',
    'För närvarande slut',
    'För närvarande inte',
    'För tillfället inte',
    'För tillfället slut',
    'Tillfälligt otillgänglig',
    'Tillfälligt inte',
    'Inte i lager',
    'Ej i lager',
    'Ej tillgänglig',
    'Otillgänglig',
    'Slutsåld',
    'Slutsålt',
  ],
  multipliers: { tn: 1000, mn: 1000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: [
      // From knowledge.
      'Inga resultat för',
      'matchade inte några produkter',
      'matchar inte några produkter',
      'Inga resultat hittades',
    ],
    captcha: [
      // From knowledge.
      'Ange tecknen som du ser nedan',
      'Ange tecknen du ser nedan',
      'Ange de tecken du ser nedan',
      'Skriv in tecknen',
      'Klicka på knappen nedan för att fortsätta',
    ],
    not_found: [
      // From knowledge.
      'Letar du efter något',
      'Sidan hittades inte',
      'Söker du något',
      'Sidan kunde inte hittas',
      'Sidan finns inte',
    ],
    throttled: ['Något gick fel', 'Något har gått fel', 'Vi ber om ursäkt'], // From knowledge.
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'Säljs av',
      'Säljare',
      'Avsändare / Säljare',
      'Skickas från och säljs av',
      'Säljs och skickas av',
    ],
    fulfiller: [
      // From knowledge.
      'Skickas från',
      'Skickas av',
      'Levereras från',
      'Avsändare',
      'Avsändare / Säljare',
      'Skickas från och säljs av',
      'Säljs och skickas av',
    ],
    returns: ['Returer', 'Retur'], // From knowledge.
  },
  set_price: {
    price: ['pris', 'priset'], // From knowledge.
    publisher: ['utgivare', 'utgivaren', 'förlag', 'förlaget'], // From knowledge.
  },
  no_offers: ['inga andra säljare', 'inga erbjudanden'], // From knowledge.
  on_condition: [
    // From knowledge.
    'beställningar över',
    'minst',
    'från och med',
    'första beställning',
    'första beställningen',
    'första order',
    'kvalificerade beställningar',
  ],
  struck: ['Rekommenderat pris', 'Tidigare pris', 'Ordinarie pris', 'i stället för'], // From knowledge.
  coupon_code: ['kod', 'koden', 'rabattkod', 'kampanjkod'], // From knowledge.
  subscription: ['Prenumerera och spara', 'prenumeration', 'prenumerera'], // From knowledge.
  empty_list: [
    // From knowledge.
    'inga produkter i den här kategorin',
    'inga produkter i den här listan',
  ],
  location_control: [
    // From knowledge.
    'Uppdatera plats',
    'Uppdatera din plats',
    'Välj din adress',
  ],
  undeliverable: { not: ['inte'], place: ['leveransplats', 'leveransplatsen', 'leveransadress', 'adress', 'plats'] }, // From knowledge.
}
