import type { Ranking } from '../../../../../core/index.ts'
import type { Locale } from '../../../locale/locale.ts'

/** Words of a list of best sellers in one language. */
export interface ListWords {
  readonly lists: Readonly<Record<Ranking, string>>
  /** Heading of a list: `{list}` and `{category}`. */
  readonly heading: string
  /** Link to the root of the tree. */
  readonly root: string
  /** "13 offers from $9.99": `{count}` and `{price}`. */
  readonly offers: string
  /** "4.6 out of 5 stars, 583 ratings": `{average}` and `{count}`. */
  readonly stars: string
  /** "Sales rank: 5 (was 80)": `{now}` and `{before}`. */
  readonly movement: string
  readonly empty: string
}

/** Order of the lists: as in `Ranking`. */
const lists = (...names: readonly [string, string, string, string, string]): ListWords['lists'] => ({
  best_sellers: names[0],
  new_releases: names[1],
  most_wished_for: names[2],
  most_gifted: names[3],
  movers_and_shakers: names[4],
})

const en: ListWords = {
  lists: lists('Best Sellers', 'New Releases', 'Most Wished For', 'Most Gifted', 'Movers & Shakers'),
  heading: '{list} in {category}',
  root: 'Any Department',
  offers: '{count} offers from {price}',
  stars: '{average} out of 5 stars, {count} ratings',
  movement: 'Sales rank: {now} (was {before})',
  empty: 'There are no products in this list.',
}

/** By language. What is missing is English. */
const WORDS: Readonly<Record<string, Partial<ListWords>>> = {
  de: {
    lists: lists('Bestseller', 'Neuerscheinungen', 'Oft gewünscht', 'Oft verschenkt', 'Aufsteiger des Tages'),
    heading: '{list} in {category}',
    root: 'Alle Kategorien',
    offers: '{count} Angebote ab {price}',
    stars: '{average} von 5 Sternen, {count} Bewertungen',
    movement: 'Verkaufsrang: {now} (war {before})',
  },
  fr: {
    lists: lists('Meilleures ventes', 'Nouveautés', 'Listes d’envies', 'Les plus offerts', 'Plus fortes hausses'),
    heading: '{list} en {category}',
    root: 'Toutes les catégories',
    offers: '{count} offres à partir de {price}',
    stars: '{average} sur 5 étoiles, {count} évaluations',
    movement: 'Rang : {now} (était {before})',
  },
  es: {
    lists: lists('Los más vendidos', 'Novedades', 'Los más deseados', 'Los más regalados', 'Los que más suben'),
    heading: '{list} en {category}',
    root: 'Todas las categorías',
    offers: '{count} ofertas desde {price}',
    stars: '{average} de 5 estrellas, {count} valoraciones',
    movement: 'Puesto: {now} (antes {before})',
  },
  it: {
    lists: lists('Bestseller', 'Novità', 'I più desiderati', 'I più regalati', 'I prodotti del momento'),
    heading: '{list} in {category}',
    root: 'Tutte le categorie',
    offers: '{count} offerte da {price}',
    stars: '{average} su 5 stelle, {count} voti',
    movement: 'Posizione: {now} (era {before})',
  },
  pt: {
    lists: lists('Mais vendidos', 'Lançamentos', 'Mais desejados', 'Mais presenteados', 'Produtos em alta'),
    heading: '{list} em {category}',
    root: 'Todos os departamentos',
    offers: '{count} ofertas a partir de {price}',
    stars: '{average} de 5 estrelas, {count} avaliações',
    movement: 'Posição: {now} (antes {before})',
  },
  nl: {
    lists: lists('Bestsellers', 'Nieuwe releases', 'Meest gewenst', 'Vaakst cadeau', 'Sterkste stijgers'),
    heading: '{list} in {category}',
    root: 'Alle categorieën',
    offers: '{count} aanbiedingen vanaf {price}',
    stars: '{average} van 5 sterren, {count} beoordelingen',
    movement: 'Positie: {now} (was {before})',
  },
  pl: {
    lists: lists('Bestsellery', 'Nowości', 'Najbardziej pożądane', 'Najczęściej na prezent', 'Nowe hity'),
    heading: '{list} w kategorii {category}',
    root: 'Wszystkie kategorie',
    offers: '{count} ofert od {price}',
    stars: '{average} z 5 gwiazdek, {count} ocen',
    movement: 'Pozycja: {now} (wcześniej {before})',
  },
  sv: {
    lists: lists('Bästsäljare', 'Nya produkter', 'Mest önskade', 'Mest givna', 'Störst uppgång'),
    heading: '{list} i {category}',
    root: 'Alla kategorier',
    offers: '{count} erbjudanden från {price}',
    stars: '{average} av 5 stjärnor, {count} betyg',
    movement: 'Placering: {now} (var {before})',
  },
  tr: {
    lists: lists('Çok Satanlar', 'Yeni Çıkanlar', 'En Çok İstenenler', 'Hediye Edilenler', 'Yükselenler'),
    heading: '{category} {list}',
    root: 'Tüm Kategoriler',
    offers: '{count} teklif, {price} fiyatından başlıyor',
    stars: '5 yıldız üzerinden {average}, {count} değerlendirme',
    movement: 'Sıra: {now} (önce {before})',
  },
  ja: {
    lists: lists('売れ筋ランキング', '新着ランキング', 'ほしい物ランキング', 'ギフトランキング', '人気度ランキング'),
    heading: '{category} の {list}',
    root: 'すべてのカテゴリー',
    offers: '{count}件の出品、最安値 {price}',
    stars: '5つ星のうち{average}、{count}個の評価',
    movement: '順位: {now} (以前は {before})',
  },
  ar: {
    lists: lists('الأفضل مبيعاً', 'إصدارات جديدة', 'الأكثر رغبة', 'الأكثر إهداءً', 'الأكثر صعوداً'),
    heading: '{list} في {category}',
    root: 'كل الأقسام',
    offers: '{count} عروض من {price}',
    stars: '{average} من 5 نجوم، {count} تقييم',
    movement: 'الترتيب: {now} (كان {before})',
  },
}

/** Words of the language of a marketplace. Default: English. */
export function wordsOf({ marketplace }: Locale): ListWords {
  return { ...en, ...WORDS[marketplace.language.slice(0, 2)] }
}
