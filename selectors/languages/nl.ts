import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/nl.ts'

/** Dutch. */
export const nl: Language = {
  code: 'nl',
  company: [],
  prime: [],
  viewed: ['bekeken', 'weergaven', 'weergegeven'], // From knowledge.
  past: [],
  exclusive: ['exclusief'], // From knowledge.
  rental: ['huren', 'huur', 'te huur'], // From knowledge.
  byline: [
    'De {brand} Store openen', // nl 2023
    // From knowledge.
    'Bezoek de {brand}-Store',
    'De {brand}-Store openen',
    'De {brand} Store bezoeken',
    'De {brand}-Store bezoeken',
    'Bezoek de {brand} Store',
    'Bezoek de {brand}-winkel',
    '{brand}-Store bezoeken',
    '{brand}-Store openen',
    '{brand} Store bezoeken',
    'Merk: {brand}',
    'Ga naar de {brand} Store',
    'Ga naar de {brand}-Store',
    'Bezoek de Store van {brand}',
    'Bezoek de {brand} winkel',
    'Merknaam: {brand}',
  ],
  by: ['van', 'Door'], // From knowledge.
  deliver_to: [
    'Wordt bezorgd aan {place}', // nl 2023
    // From knowledge.
    'Bezorgen in {place}',
    'Bezorgen naar {place}',
    'Bezorgen bij {place}',
    'Leveren aan {place}',
    'Bezorging in {place}',
    'Wordt bezorgd in {place}',
    'Bezorgen aan {place}',
    'Bezorging naar {place}',
    'Bezorging aan {place}',
    'Levering in {place}',
    'Leveren in {place}',
    'Leveren naar {place}',
    'Bezorgadres {place}',
  ],
  sales_rank: [
    // From knowledge.
    '{rank} in {category}',
    '{rank} Betaald in {category}',
    '{rank} Gratis in {category}',
  ],
  labels: {
    manufacturer: ['Fabrikant', 'Producent'], // nl 2023; from knowledge
    product_dimensions: [
      // From knowledge.
      'Productafmetingen*',
      'Artikelafmetingen*',
      'Afmetingen',
      'Afmetingen artikel*',
      'Afmetingen product*',
      'Afmetingen item*',
      'Itemafmetingen*',
      'Afmetingen van het product*',
      'Afmetingen van het artikel*',
    ],
    package_dimensions: [
      'Afmetingen pakket*', // nl 2023
      // From knowledge.
      'Verpakkingsafmetingen',
      'Pakketafmetingen',
      'Afmetingen van de verpakking*',
      'Afmetingen van het pakket*',
      'Afmetingen verpakking*',
    ],
    date_first_available: [
      'Datum eerste beschikbaarheid', // nl 2023
      // From knowledge.
      'Datum voor het eerst beschikbaar',
      'Beschikbaar op Amazon*',
      'Datum van eerste beschikbaarheid*',
      'Datum waarop het voor het eerst beschikbaar*',
      'Voor het eerst beschikbaar*',
      'Eerste beschikbaarheidsdatum',
      'Verkrijgbaar op Amazon*',
    ],
    sales_rank: [
      // From knowledge.
      'Plaats in bestsellerlijst',
      'Bestsellerlijst*',
      'Positie in bestsellerlijst',
      'Plaats in de bestsellerlijst*',
      'Amazon-bestsellerlijst*',
      'Bestsellerrang*',
      'Rangschikking bestsellers*',
      'Positie in de bestsellerlijst*',
    ],
    customer_reviews: [
      // From knowledge.
      'Klantenrecensies',
      'Klantrecensies',
      'Gemiddelde klantbeoordeling',
      'Klantbeoordelingen',
      'Klantenbeoordelingen',
      'Recensies van klanten',
      'Beoordelingen van klanten',
      'Gemiddelde klantenbeoordeling',
      'Gemiddelde beoordeling*',
    ],
    brand: ['Merk', 'Merknaam'], // nl 2023; from knowledge
  },
  months: [
    ['januari', 'jan'], // From knowledge.
    ['februari', 'feb'], // From knowledge.
    ['maart', 'mrt'], // From knowledge.
    ['april', 'apr'], // From knowledge.
    ['mei'], // From knowledge.
    ['juni', 'jun'], // From knowledge.
    ['juli', 'jul'], // From knowledge.
    ['augustus', 'aug'], // nl 2023; from knowledge
    ['september', 'sep', 'sept'], // From knowledge.
    ['oktober', 'okt'], // From knowledge.
    ['november', 'nov'], // nl 2023
    ['december', 'dec'], // From knowledge.
  ],
  days: [
    'maandag', // nl 2023
    'zondag', // nl 2023
    // From knowledge.
    'vandaag',
    'morgen',
    'overmorgen',
    'ma',
    'dinsdag',
    'woensdag',
    'wo',
    'donderdag',
    'vrijdag',
    'vr',
    'zaterdag',
    'za',
    'zo',
    'di',
    'do',
  ],
  countries,
  two: [],
  free: ['GRATIS', 'kosteloos', 'kosteloze'], // nl 2023; from knowledge
  conditions: {
    used_like_new: ['Als nieuw', 'Zo goed als nieuw', 'Vrijwel nieuw'], // From knowledge.
    used_very_good: ['Zeer goed', 'Heel goed', 'Zeer goede staat'], // From knowledge.
    used_good: ['Goed', 'Goede staat'], // From knowledge.
    used_acceptable: ['Acceptabel', 'Redelijk', 'Aanvaardbaar'], // From knowledge.
    new: ['Nieuw'], // From knowledge.
    refurbished: ['Gereviseerd', 'Refurbished', 'Gereviseerde', 'Opgeknapt', 'Gerenoveerd'], // From knowledge.
    collectible: ['Verzamelobject', 'Verzamelitem'], // From knowledge.
    open_box: [],
    used: ['Gebruikt', 'Tweedehands', 'Gebruikte', '2e hands', '2dehands'], // From knowledge.
  },
  promotion: ['actie', 'korting'], // From knowledge.
  delivery: [
    // From knowledge.
    'bezorging',
    'bezorgd',
    'levering',
    'leveren',
    'verzending',
    'verzendkosten',
    'Ontvang',
    'Komt aan',
    'afhalen',
  ],
  stock: ['Op voorraad', 'Meestal verzonden', 'Verzonden binnen', 'Wordt verzonden'], // nl 2023; from knowledge
  unavailable: [
    // From knowledge.
    'Niet op voorraad',
    'Niet leverbaar',
    'Niet beschikbaar',
    'Tijdelijk uitverkocht',
    'Uitverkocht',
    'Momenteel uitverkocht',
    'Momenteel niet',
    'Tijdelijk niet',
    'Op dit moment niet',
    'Dit product is momenteel niet',
    'Dit artikel is momenteel niet',
    'Niet verkrijgbaar',
    'Niet meer verkrijgbaar',
  ],
  multipliers: { mln: 1000000 }, // From knowledge.
  ordinals: ['e hands', 'dehands'], // From knowledge.
  pages: {
    no_results: [
      // From knowledge.
      'Geen resultaten voor',
      'komt niet overeen met producten',
      'Geen resultaten gevonden',
    ],
    captcha: [
      // From knowledge.
      'Voer de karakters in die u hieronder ziet',
      'Klik op de knop hieronder om verder te winkelen',
      'Voer de tekens in die',
      'Klik op de onderstaande knop om',
    ],
    not_found: [
      // From knowledge.
      'Op zoek naar iets',
      'Pagina niet gevonden',
      'Pagina kan niet worden gevonden',
      'Zoek je iets',
    ],
    throttled: ['Er is iets misgegaan', 'Onze excuses'], // From knowledge.
  },
  offer_rows: {
    seller: [
      'Verkocht door', // nl 2023
      // From knowledge.
      'Verkoper',
      'Verzender / Verkoper',
      'Verzonden en verkocht door',
      'Verkocht en verzonden door',
    ],
    fulfiller: [
      'Verzonden vanuit', // nl 2023
      // From knowledge.
      'Verzonden door',
      'Verzending vanaf',
      'Verzender',
      'Verzender / Verkoper',
      'Verzonden en verkocht door',
      'Verkocht en verzonden door',
    ],
    returns: ['Retourzendingen', 'Retourneren', 'Retouren', 'Retour'], // nl 2023; from knowledge
  },
  set_price: {
    price: ['prijs'], // From knowledge.
    publisher: ['uitgever'], // From knowledge.
  },
  no_offers: ['geen andere verkopers', 'geen aanbiedingen'], // From knowledge.
  on_condition: [
    // From knowledge.
    'vanaf',
    'bestellingen boven',
    'minimaal',
    'ten minste',
    'eerste bestelling',
    'in aanmerking komende bestellingen',
  ],
  struck: ['Adviesprijs', 'Vorige prijs', 'Was', 'in plaats van'], // nl 2023; from knowledge
  coupon_code: ['code', 'kortingscode', 'actiecode'], // From knowledge.
  subscription: ['Bespaarabonnement', 'Abonneren en besparen', 'abonnement'], // From knowledge.
  empty_list: [
    // From knowledge.
    'geen producten beschikbaar in deze categorie',
    'geen producten in deze lijst',
    'geen artikelen in deze lijst',
  ],
  location_control: [
    'Locatie bijwerken', // nl 2023
    'Bezorgadres selecteren', // nl 2023
  ],
  undeliverable: { not: ['niet'], place: ['bezorglocatie', 'bezorgadres', 'adres', 'locatie'] }, // From knowledge.
}
