import type { Locale } from '../../../locale/locale.ts'

/** What the panel of offers prints besides the phrases of all pages. */
interface OfferPhrases {
  readonly condition_new: string
  /** Label of the seller's words about the condition. */
  readonly condition: string
  /** `{count}`: offers besides the featured one. */
  readonly options: string
  readonly none: string
  /** `{rating}`, without the words for the scale. */
  readonly seller: string
  /** `{percentage}`, `{months}`. */
  readonly positive: string
  /** Words of sellers about a used copy. */
  readonly notes: readonly string[]
}

const en: OfferPhrases = {
  condition_new: 'New',
  condition: 'Condition',
  options: '{count} other options',
  none: 'Currently, there are no other sellers matching what you look for.',
  seller: 'Seller rating is {rating}',
  positive: '{percentage} positive over last {months} months',
  notes: ['Opened once, never used.', 'A scratch on the back, works as new.', 'Box is missing.'],
}

/** By language: what is read. The rest is English everywhere. */
const PHRASES: Readonly<Record<string, Partial<OfferPhrases>>> = {
  de: {
    condition_new: 'Neu',
    options: '{count} weitere Optionen',
    seller: 'Verkäuferbewertung: {rating}',
    positive: '{percentage} positiv in den letzten {months} Monaten',
  },
  fr: {
    condition_new: 'Neuf',
    options: '{count} autres options',
    seller: 'Note du vendeur : {rating}',
    positive: '{percentage} positives au cours des {months} derniers mois',
  },
  it: {
    condition_new: 'Nuovo',
    options: '{count} altre opzioni',
    seller: 'Valutazione del venditore: {rating}',
    positive: '{percentage} positive negli ultimi {months} mesi',
  },
  es: {
    condition_new: 'Nuevo',
    options: '{count} opciones más',
    seller: 'Valoración del vendedor: {rating}',
    positive: '{percentage} positivas en los últimos {months} meses',
  },
  pt: {
    condition_new: 'Novo',
    options: '{count} outras opções',
    seller: 'Avaliação do vendedor: {rating}',
    positive: '{percentage} positivas nos últimos {months} meses',
  },
  nl: {
    condition_new: 'Nieuw',
    options: '{count} andere opties',
    seller: 'Beoordeling van de verkoper: {rating}',
    positive: '{percentage} positief in de afgelopen {months} maanden',
  },
  sv: {
    condition_new: 'Ny',
    options: '{count} andra alternativ',
    seller: 'Säljarens betyg: {rating}',
    positive: '{percentage} positiva de senaste {months} månaderna',
  },
  pl: {
    condition_new: 'Nowy',
    options: 'Inne opcje: {count}',
    seller: 'Ocena sprzedawcy: {rating}',
    positive: '{percentage} pozytywnych w ciągu ostatnich {months} miesięcy',
  },
  tr: {
    condition_new: 'Yeni',
    options: '{count} diğer seçenek',
    seller: 'Satıcı puanı: {rating}',
    positive: 'Son {months} ayda {percentage} olumlu',
  },
  ja: {
    condition_new: '新品',
    options: 'その他の出品（{count}）',
    seller: '出品者の評価：{rating}',
    positive: '過去{months}か月で{percentage}が高評価',
  },
  ar: {
    condition_new: 'جديد',
    options: '{count} خيارات أخرى',
    seller: 'تقييم البائع: {rating}',
    positive: '{percentage} إيجابية خلال آخر {months} شهرا',
  },
}

/** Phrases of the marketplace's language, in English where it has none. */
export function offerPhrasesOf({ marketplace }: Locale): OfferPhrases {
  return { ...en, ...PHRASES[marketplace.language.split('_', 1)[0] ?? ''] }
}
