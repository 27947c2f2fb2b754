import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/it.ts'

/** Italian. */
export const it: Language = {
  code: 'it',
  company: [],
  prime: [],
  viewed: ['visualizzati', 'visualizzato', 'visualizzazioni', 'visto', 'visti', 'viste', 'vista'], // From knowledge.
  past: [],
  exclusive: ['in esclusiva', 'esclusivo', 'esclusiva'], // it 2017; from knowledge
  rental: ['noleggio', 'noleggiare', 'noleggia', 'noleggiato'], // From knowledge.
  byline: [
    // From knowledge.
    'Visita lo Store di {brand}',
    'Visita lo store {brand}',
    'Marca: {brand}',
    'Marchio: {brand}',
    'Visita il negozio di {brand}',
  ],
  by: ['di', 'da'], // From knowledge.
  deliver_to: [
    // From knowledge.
    'Consegna a {place}',
    'Invia a {place}',
    'Consegna in {place}',
    'Spedisci a {place}',
    'Spedizione a {place}',
    'Consegna presso {place}',
    'In consegna a {place}',
  ],
  sales_rank: [
    // From knowledge.
    '{rank} in {category}',
    '{rank} nella categoria {category}',
    '{rank} a pagamento nel {category}',
    '{rank} gratuiti nel {category}',
  ],
  labels: {
    manufacturer: ['Produttore'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'Dimensioni prodotto*',
      'Dimensioni del prodotto*',
      'Dimensioni articolo*',
      'Dimensioni',
      "Dimensioni dell'articolo*",
      "Dimensioni dell'elemento*",
    ],
    package_dimensions: [
      // From knowledge.
      'Dimensioni del collo',
      'Dimensioni della confezione',
      'Dimensioni pacco',
      'Dimensioni imballaggio',
      'Dimensioni del pacco*',
      'Dimensioni della spedizione',
      'Dimensioni del pacchetto*',
      "Dimensioni dell'imballaggio",
      'Dimensioni collo',
    ],
    date_first_available: [
      // From knowledge.
      'Disponibile su Amazon*',
      'Data di prima disponibilità*',
      'Data di disponibilità su Amazon*',
      'Prima data disponibile*',
    ],
    sales_rank: ['Bestseller di Amazon', 'Classifica Bestseller*', 'Posizione nella classifica*'], // From knowledge.
    customer_reviews: [
      // From knowledge.
      'Media recensioni*',
      'Recensioni dei clienti',
      'Recensioni clienti',
      'Valutazione media*',
      'Media delle recensioni*',
      'Opinioni dei clienti',
    ],
    brand: ['Marca', 'Marchio', 'Nome del marchio', 'Nome marchio'], // From knowledge.
  },
  months: [
    // From knowledge.
    ['gennaio', 'gen'],
    ['febbraio', 'feb'],
    ['marzo', 'mar'],
    ['aprile', 'apr'],
    ['maggio', 'mag'],
    ['giugno', 'giu'],
    ['luglio', 'lug'],
    ['agosto', 'ago'],
    ['settembre', 'set', 'sett'],
    ['ottobre', 'ott'],
    ['novembre', 'nov'],
    ['dicembre', 'dic'],
  ],
  days: [
    // From knowledge.
    'oggi',
    'domani',
    'lunedì',
    'lun',
    'martedì',
    'mar',
    'mercoledì',
    'mer',
    'giovedì',
    'gio',
    'venerdì',
    'ven',
    'sabato',
    'sab',
    'domenica',
    'dom',
    'dopodomani',
  ],
  countries,
  two: [],
  free: ['gratuita', 'gratuito', 'gratis', 'senza costi aggiuntivi', 'gratuitamente'], // From knowledge.
  conditions: {
    used_like_new: ['Come nuovo', 'Come nuova', 'Pari al nuovo'], // From knowledge.
    used_very_good: ['Ottime condizioni', 'Ottimo', 'Molto buone'], // From knowledge.
    used_good: ['Buone condizioni', 'Buono'], // From knowledge.
    used_acceptable: ['Condizioni accettabili', 'Accettabile'], // From knowledge.
    new: ['Nuovo'], // From knowledge.
    refurbished: [
      // From knowledge.
      'Ricondizionato',
      'Ricondizionata',
      'Ricondizionati',
      'Ricondizionate',
      'Rigenerato',
    ],
    collectible: ['Da collezione'], // From knowledge.
    open_box: [],
    used: ['Usato', 'Usata', 'Usati', 'Usate', 'Seconda mano'], // From knowledge.
  },
  promotion: ['promozione', 'sconto', 'coupon'], // From knowledge.
  delivery: ['spedizione', 'spedizioni', 'consegna', 'Ricevilo', 'Arriva', 'ritiro', 'immediatamente'], // From knowledge.
  stock: [
    // From knowledge.
    'Spedizione entro',
    'Disponibilità',
    'Generalmente spedito',
    'Di solito spedito',
    'Spedito entro',
    'Disponibile per la spedizione',
  ],
  unavailable: [
    // From knowledge.
    'Attualmente non disponibile',
    'Non disponibile',
    'Temporaneamente non disponibile',
    'Momentaneamente non disponibile',
    'Esaurito',
    'Temporaneamente esaurito',
    'Momentaneamente esaurito',
    'Attualmente esaurito',
    'Al momento non disponibile',
    'Non è disponibile',
    "L'articolo non è disponibile",
    'Fuori stock',
  ],
  multipliers: { mila: 1000, Mln: 1000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: [
      // From knowledge.
      'Nessun risultato per',
      'non corrisponde ad alcun',
      'non ha prodotto risultati',
      'Nessun risultato trovato',
    ],
    captcha: [
      // From knowledge.
      'Inserisci i caratteri visualizzati nello spazio sottostante',
      'Fai clic sul pulsante qui sotto per continuare a fare acquisti',
      'Inserisci i caratteri che vedi',
      'Clicca sul pulsante qui sotto per continuare',
    ],
    not_found: ['Cercavi qualcosa', 'Cerchi qualcosa in particolare', 'Pagina non trovata'], // From knowledge.
    throttled: ['Ci dispiace'], // From knowledge.
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'Venditore',
      'Venduto da',
      'Mittente / Venditore',
      'Venduto e spedito da',
      'Spedito e venduto da',
      'Venduto e consegnato da',
    ],
    fulfiller: [
      // From knowledge.
      'Spedito da',
      'Spedizione',
      'Mittente',
      'Mittente / Venditore',
      'Venduto e spedito da',
      'Spedito e venduto da',
    ],
    returns: ['Resi', 'Restituzioni'], // From knowledge.
  },
  set_price: {
    price: ['prezzo'], // From knowledge.
    publisher: ['editore', "dall'editore", "l'editore"], // From knowledge.
  },
  no_offers: ['non ci sono altri venditori', 'nessun venditore', 'nessuna offerta'], // From knowledge.
  on_condition: [
    // From knowledge.
    'a partire da',
    'ordini superiori a',
    'minimo',
    'almeno',
    'primo ordine',
    'ordini idonei',
  ],
  struck: ['Prezzo consigliato', 'Prezzo precedente', 'invece di'], // From knowledge.
  coupon_code: ['codice'], // From knowledge.
  subscription: ['Iscriviti e Risparmia', 'Iscriviti', 'abbonamento', 'iscrizione'], // From knowledge.
  empty_list: [
    // From knowledge.
    'nessun prodotto disponibile in questa categoria',
    'nessun prodotto in questa lista',
    'nessun articolo in questa lista',
  ],
  location_control: [
    // From knowledge.
    'Aggiorna posizione',
    'Aggiorna CAP',
    'Scegli il tuo indirizzo',
  ],
  undeliverable: { not: ['non'], place: ['indirizzo', 'luogo di consegna', 'località', 'destinazione'] }, // From knowledge.
}
