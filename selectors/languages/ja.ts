import type { Language } from '../../core/marketplace/language.ts'

/** Japanese. */
export const ja: Language = {
  code: 'ja',
  viewed: ['閲覧'],
  rental: ['レンタル'],
  byline: ['{brand}のストアを表示', 'ブランド: {brand}', 'ブランド：{brand}'],
  deliver_to: ['お届け先 {place}', 'お届け先: {place}', '{place}にお届け', '配送先 {place}'],
  sales_rank: [
    '{rank}位 ─ {category}',
    '{rank}位 - {category}',
    '{rank}位{category}',
    '- {rank}位{category}',
    '{category} - {rank}位',
    '{category} {rank}位',
    '{category}で{rank}位',
  ],
  labels: {
    manufacturer: ['メーカー', '製造元'],
    product_dimensions: ['製品サイズ*', '商品の寸法*', '商品サイズ', '商品寸法*', '寸法', '商品モデルの寸法'],
    package_dimensions: ['梱包サイズ', 'パッケージサイズ', '商品パッケージの寸法', '発送重量とサイズ'],
    date_first_available: [
      'Amazon.co.jp での取り扱い開始日',
      'Amazon.co.jpでの取り扱い開始日',
      '取り扱い開始日',
      '登録情報の開始日',
    ],
    sales_rank: [
      'Amazon 売れ筋ランキング',
      '売れ筋ランキング',
      'Amazon ベストセラー商品ランキング',
      'ベストセラー商品ランキング',
      'Amazon ベストセラー',
    ],
    customer_reviews: ['カスタマーレビュー', 'おすすめ度'],
    brand: ['ブランド', 'ブランド名'],
  },
  // Dates are written with numbers.
  months: [],
  days: ['本日', '今日', '明日', '明後日'],
  free: ['無料'],
  conditions: {
    used_like_new: ['ほぼ新品'],
    used_very_good: ['非常に良い'],
    used_good: ['良い'],
    used_acceptable: ['可'],
    new: ['新品'],
    refurbished: ['整備済み品', '再生品'],
    collectible: ['コレクター商品', 'コレクター'],
    open_box: [],
    used: ['中古'],
  },
  unavailable: ['現在在庫切れです', '一時的に在庫切れ', '現在お取り扱い', 'この商品は現在お取り扱い', '在庫切れ'],
}
