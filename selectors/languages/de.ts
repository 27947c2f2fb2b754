import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/de.ts'

/** German. */
export const de: Language = {
  code: 'de',
  company: [],
  prime: [],
  viewed: ['angesehen', 'aufgerufen', 'angeschaut', 'betrachtet'], // From knowledge.
  past: [],
  exclusive: ['exklusiv', 'nur für'], // de 2019; from knowledge
  rental: ['Leihen', 'Ausleihen', 'Mieten', 'Miete'], // de 2019; from knowledge
  byline: [
    // From knowledge.
    'Besuche den {brand}-Store',
    'Besuchen Sie den {brand}-Store',
    'Besuche den {brand} Store',
    'Marke: {brand}',
    'Besuchen Sie den {brand} Store',
    'Zum {brand}-Store',
    'Markenname: {brand}',
  ],
  by: ['von'], // de 2019
  deliver_to: [
    'Liefern nach {place}', // de 2019
    'Lieferung an {place}', // de 2026
    // From knowledge.
    'Lieferung nach {place}',
    'Lieferadresse {place}',
    'Liefern an {place}',
    'Wird geliefert nach {place}',
  ],
  sales_rank: [
    '{rank} in {category}', // de 2019
    // From knowledge.
    '{rank} Bezahlt in {category}',
    '{rank} Kostenlos in {category}',
  ],
  labels: {
    manufacturer: ['Hersteller'], // From knowledge.
    product_dimensions: [
      'Größe und/oder Gewicht', // de 2019
      // From knowledge.
      'Produktabmessungen*',
      'Artikelabmessungen*',
      'Abmessungen',
      'Artikelmaße*',
      'Produktmaße*',
    ],
    package_dimensions: [
      // From knowledge.
      'Verpackungsabmessungen',
      'Paketabmessungen',
      'Verpackungsmaße',
      'Paketmaße',
      'Packungsabmessungen',
    ],
    date_first_available: [
      'Im Angebot von Amazon.*', // de 2019
      // From knowledge.
      'Datum der Aufnahme*',
      'Seit wann verfügbar',
      'Erstmals verfügbar*',
      'Erstmalig verfügbar*',
    ],
    sales_rank: [
      'Amazon Bestseller-Rang', // de 2019
      // From knowledge.
      'Bestseller-Rang',
      'Amazon-Verkaufsrang',
      'Amazon-Bestseller-Rang',
      'Bestsellerrang',
    ],
    customer_reviews: [
      'Durchschnittliche Kundenbewertung*', // de 2019
      // From knowledge.
      'Kundenrezensionen',
      'Kundenbewertungen',
      'Kundenmeinungen',
      'Durchschnittliche Bewertung*',
    ],
    brand: ['Marke', 'Markenname'], // de 2019; from knowledge
  },
  months: [
    ['Januar', 'Jan', 'Jänner'], // de 2019; from knowledge
    ['Februar', 'Feb'], // de 2019
    ['März', 'Mrz'], // de 2019; from knowledge
    ['April', 'Apr'], // de 2019
    ['Mai'], // de 2019, 2026
    ['Juni', 'Jun'], // de 2019; from knowledge
    ['Juli', 'Jul'], // de 2019; from knowledge
    ['August', 'Aug'], // de 2019; from knowledge
    ['September', 'Sept', 'Sep'], // de 2019; from knowledge
    ['Oktober', 'Okt'], // de 2019; from knowledge
    ['November', 'Nov'], // de 2019; from knowledge
    ['Dezember', 'Dez'], // de 2019; from knowledge
  ],
  days: [
    'Montag', // de 2019
    'Mo', // de 2019
    'Mi', // de 2026
    'Do', // de 2026
    'Freitag', // de 2019
    'Fr', // de 2019, 2026
    // From knowledge.
    'Heute',
    'Übermorgen',
    'Morgen',
    'Dienstag',
    'Di',
    'Mittwoch',
    'Donnerstag',
    'Samstag',
    'Sa',
    'Sonntag',
    'So',
  ],
  countries,
  two: [],
  free: [
    'Kostenlose', // de 2019
    'GRATIS', // de 2019, 2026
    // From knowledge.
    'kostenloser',
    'kostenlosen',
    'kostenlos',
    'kostenfreie',
    'kostenfreier',
    'kostenfreien',
    'kostenfrei',
    'versandkostenfrei',
  ],
  conditions: {
    used_like_new: ['Wie neu'], // From knowledge.
    used_very_good: ['Sehr gut'], // de 2019
    used_good: ['Gut'], // de 2019
    used_acceptable: ['Akzeptabel'], // From knowledge.
    new: ['Neu'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Generalüberholt',
      'Erneuert',
      'Generalüberholte',
      'Generalüberholter',
      'Generalüberholtes',
      'Wiederaufbereitet',
    ],
    collectible: ['Sammlerstück'], // From knowledge.
    open_box: [],
    used: ['Gebraucht', 'Gebrauchte', 'Gebrauchter', 'Gebrauchtes'], // de 2019; from knowledge
  },
  promotion: ['Rabatt', 'Gutschein', 'Aktion'], // From knowledge.
  delivery: [
    'Lieferung', // de 2019, 2026
    'Versand', // de 2026
    'Versandkosten', // de 2019
    'versendet nach', // de 2026
    // From knowledge.
    'Zustellung',
    'Sofort lieferbar',
    'Lieferkosten',
    'Erhalten Sie',
    'Abholung',
  ],
  stock: [
    'Auf Lager', // de 2019
    'Vorbestellbar', // de 2019
    // From knowledge.
    'Versand innerhalb',
    'Vorrätig',
    'versandfertig',
    'Lieferbar ab',
    'vorbestellen',
    'Noch nicht erschienen',
    'Erscheint am',
  ],
  unavailable: [
    'Derzeit nicht', // de 2019
    // From knowledge.
    'Momentan nicht',
    'Nicht auf Lager',
    'Nicht verfügbar',
    'Ausverkauft',
    'Nicht vorrätig',
    'Zurzeit nicht',
    'Vorübergehend nicht',
    'Aktuell nicht',
    'Nicht lieferbar',
    'Derzeit ausverkauft',
    'Dieser Artikel ist derzeit nicht',
  ],
  multipliers: { Tsd: 1000, Mio: 1000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: ['Keine Ergebnisse für', 'ergab leider keine Produkttreffer'], // From knowledge.
    captcha: [
      'Geben Sie die Zeichen unten ein', // de 2023
      // From knowledge.
      'Geben Sie die unten angezeigten Zeichen ein',
      'Klicke auf die Schaltfläche unten, um mit dem Einkauf fortzufahren',
    ],
    not_found: [
      // From knowledge.
      'Suchen Sie bestimmte Informationen',
      'Dokument nicht gefunden',
      'Seite nicht gefunden',
    ],
    throttled: ['Tut uns Leid'], // From knowledge.
  },
  offer_rows: {
    seller: [
      'Verkauf durch', // de 2019
      'Verkauft von', // de 2019
      'Verkauf und Versand', // de 2019
      'Verkauf und Versand durch', // de 2019
      // From knowledge.
      'Verkäufer',
      'Versender / Verkäufer',
      'Versand und Verkauf durch',
      'Verkauf und Lieferung durch',
    ],
    fulfiller: [
      'Verkauf und Versand', // de 2019
      'Verkauf und Versand durch', // de 2019
      // From knowledge.
      'Versand',
      'Versand durch',
      'Versand aus',
      'Versandt von',
      'Versender',
      'Versender / Verkäufer',
      'Versand und Verkauf durch',
    ],
    returns: ['Rückgaben', 'Rückgabe', 'Rücksendungen', 'Rückgabebedingungen'], // From knowledge.
  },
  set_price: {
    price: ['Preis', 'Verkaufspreis'], // From knowledge.
    publisher: ['Verlag', 'Herausgeber'], // From knowledge.
  },
  no_offers: ['keine weiteren Verkäufer', 'keine anderen Verkäufer', 'keine Angebote'], // From knowledge.
  on_condition: [
    'Bestellungen ab', // de 2019
    // From knowledge.
    'mindestens',
    'ab einem',
    'Mindestbestellwert',
    'Bestellungen über',
    'Erstbestellung',
    'erste Bestellung',
    'erster Bestellung',
    'qualifizierte Bestellungen',
  ],
  struck: ['UVP', 'Statt', 'Unverb. Preisempf', 'Listenpreis', 'Bisher'], // de 2026; de 2026; from knowledge
  coupon_code: ['Code', 'Gutscheincode', 'Aktionscode', 'Rabattcode'], // From knowledge.
  subscription: ['Spar-Abo', 'Sparabo', 'Abo', 'Abonnement'], // From knowledge.
  empty_list: [
    // From knowledge.
    'keine Produkte in dieser Kategorie',
    'keine Bestseller verfügbar',
    'keine Artikel in dieser Liste',
  ],
  location_control: [
    'Standort aktualisieren', // de 2026
    'Lieferadresse wählen', // de 2022
    // From knowledge.
    'Standort ändern',
  ],
  undeliverable: { not: ['nicht'], place: ['Lieferort', 'Lieferadresse', 'Standort', 'Adresse'] }, // From knowledge.
}
