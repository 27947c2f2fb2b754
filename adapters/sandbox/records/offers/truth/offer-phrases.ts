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

/** By language. */
const PHRASES: Readonly<Record<string, OfferPhrases>> = {
  en,
  de: {
    condition_new: 'Neu',
    condition: 'Zustand',
    options: '{count} weitere Optionen',
    none: 'Derzeit gibt es keine weiteren Verkäufer zu deiner Auswahl.',
    seller: 'Verkäuferbewertung: {rating}',
    positive: '{percentage} positiv in den letzten {months} Monaten',
    notes: ['Einmal geöffnet, nie benutzt.', 'Kratzer auf der Rückseite, sonst wie neu.'],
  },
  fr: {
    condition_new: 'Neuf',
    condition: 'État',
    options: '{count} autres options',
    none: 'Il n’y a actuellement aucun autre vendeur pour cette sélection.',
    seller: 'Note du vendeur : {rating}',
    positive: '{percentage} positives au cours des {months} derniers mois',
    notes: ['Ouvert une fois, jamais utilisé.', 'Une rayure au dos.'],
  },
  it: {
    condition_new: 'Nuovo',
    condition: 'Condizione',
    options: '{count} altre opzioni',
    none: 'Al momento non ci sono altri venditori per questa scelta.',
    seller: 'Valutazione del venditore: {rating}',
    positive: '{percentage} positive negli ultimi {months} mesi',
    notes: ['Aperto una volta, mai usato.', 'Un graffio sul retro.'],
  },
  es: {
    condition_new: 'Nuevo',
    condition: 'Estado',
    options: '{count} opciones más',
    none: 'Actualmente no hay otros vendedores para esta selección.',
    seller: 'Valoración del vendedor: {rating}',
    positive: '{percentage} positivas en los últimos {months} meses',
    notes: ['Abierto una vez, sin usar.', 'Un arañazo en la parte trasera.'],
  },
  pt: {
    condition_new: 'Novo',
    condition: 'Condição',
    options: '{count} outras opções',
    none: 'No momento não há outros vendedores para esta seleção.',
    seller: 'Avaliação do vendedor: {rating}',
    positive: '{percentage} positivas nos últimos {months} meses',
    notes: ['Aberto uma vez, nunca usado.', 'Um risco na parte de trás.'],
  },
  nl: {
    condition_new: 'Nieuw',
    condition: 'Staat',
    options: '{count} andere opties',
    none: 'Er zijn momenteel geen andere verkopers voor deze keuze.',
    seller: 'Beoordeling van de verkoper: {rating}',
    positive: '{percentage} positief in de afgelopen {months} maanden',
    notes: ['Eén keer geopend, nooit gebruikt.', 'Kras op de achterkant.'],
  },
  sv: {
    condition_new: 'Ny',
    condition: 'Skick',
    options: '{count} andra alternativ',
    none: 'Det finns för närvarande inga andra säljare för detta val.',
    seller: 'Säljarens betyg: {rating}',
    positive: '{percentage} positiva de senaste {months} månaderna',
    notes: ['Öppnad en gång, aldrig använd.', 'En repa på baksidan.'],
  },
  pl: {
    condition_new: 'Nowy',
    condition: 'Stan',
    options: 'Inne opcje: {count}',
    none: 'Obecnie nie ma innych sprzedawców dla tego wyboru.',
    seller: 'Ocena sprzedawcy: {rating}',
    positive: '{percentage} pozytywnych w ciągu ostatnich {months} miesięcy',
    notes: ['Otwarty raz, nieużywany.', 'Rysa z tyłu.'],
  },
  tr: {
    condition_new: 'Yeni',
    condition: 'Durum',
    options: '{count} diğer seçenek',
    none: 'Şu anda bu seçime uyan başka satıcı bulunmuyor.',
    seller: 'Satıcı puanı: {rating}',
    positive: 'Son {months} ayda {percentage} olumlu',
    notes: ['Bir kez açıldı, hiç kullanılmadı.', 'Arkasında bir çizik var.'],
  },
  ja: {
    condition_new: '新品',
    condition: 'コンディション',
    options: 'その他の出品（{count}）',
    none: '現在、この条件に合う出品者はいません。',
    seller: '出品者の評価：{rating}',
    positive: '過去{months}か月で{percentage}が高評価',
    notes: ['一度開封しましたが未使用です。', '背面に傷があります。'],
  },
  ar: {
    condition_new: 'جديد',
    condition: 'الحالة',
    options: '{count} خيارات أخرى',
    none: 'حاليا لا يوجد بائعون آخرون لهذا الاختيار.',
    seller: 'تقييم البائع: {rating}',
    positive: '{percentage} إيجابية خلال آخر {months} شهرا',
    notes: ['فتح مرة واحدة ولم يستخدم.', 'خدش في الخلف.'],
  },
}

/** Phrases of the marketplace's language, in English if it has none. */
export function offerPhrasesOf({ marketplace }: Locale): OfferPhrases {
  return PHRASES[marketplace.language.split('_', 1)[0] ?? ''] ?? en
}
