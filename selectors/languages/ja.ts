import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/ja.ts'

/** Japanese. */
export const ja: Language = {
  code: 'ja',
  company: ['アマゾン'], // From knowledge.
  prime: ['プライム'], // From knowledge.
  viewed: ['閲覧', '表示'], // From knowledge.
  past: ['過去'], // co.jp 2025
  exclusive: ['限定', '専用'], // From knowledge.
  rental: ['レンタル', '借りる'], // From knowledge.
  byline: [
    '{brand}のストアを表示', // co.jp 2025
    '{brand}ストアを表示', // co.jp 2025
    // From knowledge.
    'ブランド: {brand}',
    '{brand}のストアにアクセス',
    '{brand}のストアを見る',
    'ブランド名: {brand}',
  ],
  by: [],
  deliver_to: [
    '{place}にお届け', // co.jp 2025
    // From knowledge.
    'お届け先 {place}',
    'お届け先: {place}',
    '配送先 {place}',
    '{place}に配送',
    '{place}へお届け',
    '{place}へ配送',
    '配送先: {place}',
  ],
  sales_rank: [
    '{rank}位{category}', // co.jp 2025
    // From knowledge.
    '{rank}位 ─ {category}',
    '{rank}位 - {category}',
    '{category} - {rank}位',
    '{category} {rank}位',
    '{category}で{rank}位',
  ],
  labels: {
    manufacturer: ['メーカー', '製造元', '製造者', 'メーカー名', '製造業者'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      '製品サイズ*',
      '商品の寸法*',
      '商品寸法*',
      '寸法',
      '商品モデルの寸法',
      '製品の寸法*',
      '製品寸法*',
      '商品サイズ*',
      'アイテムの寸法*',
      '本体寸法*',
    ],
    package_dimensions: [
      '梱包サイズ*', // co.jp 2025
      // From knowledge.
      'パッケージサイズ',
      '発送重量とサイズ',
      'パッケージ寸法*',
      'パッケージの寸法*',
      '商品パッケージの寸法*',
      '梱包寸法*',
      '商品の梱包サイズ*',
    ],
    date_first_available: [
      'Amazon.co.jp での取り扱い開始日', // co.jp 2025
      // From knowledge.
      'Amazon.co.jpでの取り扱い開始日',
      '取り扱い開始日',
      '登録情報の開始日',
      'Amazonでの取り扱い開始日',
      'Amazon.co.jp 取り扱い開始日',
      '取扱開始日',
      'Amazon.co.jp での取扱い開始日',
    ],
    sales_rank: [
      'Amazon 売れ筋ランキング', // co.jp 2025
      // From knowledge.
      '売れ筋ランキング',
      'Amazon ベストセラー商品ランキング',
      'ベストセラー商品ランキング',
      'Amazon ベストセラー',
      'Amazon売れ筋ランキング',
      'Amazonベストセラーランキング',
      'Amazon ベストセラーランキング',
      'ベストセラーランキング',
      'Amazonランキング',
    ],
    customer_reviews: [
      'おすすめ度', // co.jp 2025
      // From knowledge.
      'カスタマーレビュー',
      'カスタマー レビュー',
      'カスタマーレビューの平均',
      'カスタマー評価',
    ],
    brand: ['ブランド', 'ブランド名', 'ブランドネーム'], // co.jp 2025; from knowledge
  },
  // Dates are written with numbers.
  months: [],
  days: [
    '月曜日', // co.jp 2025
    '金曜日', // co.jp 2025
    // From knowledge.
    '月',
    '日',
    '本日',
    '今日',
    '明日',
    '明後日',
    '明日中',
    '本日中',
    '今日中',
    '火曜日',
    '水曜日',
    '木曜日',
    '土曜日',
    '日曜日',
    '月曜',
    '火曜',
    '水曜',
    '木曜',
    '金曜',
    '土曜',
    '日曜',
  ],
  countries,
  two: [],
  free: ['無料'], // From knowledge.
  conditions: {
    used_like_new: ['ほぼ新品', 'ほぼ新しい'], // From knowledge.
    used_very_good: ['非常に良い'], // From knowledge.
    used_good: ['良い'], // From knowledge.
    used_acceptable: ['可'], // From knowledge.
    new: ['新品'], // From knowledge.
    refurbished: ['整備済み品', '再生品', '整備済', 'リファービッシュ', '再生済み'], // From knowledge.
    collectible: ['コレクター商品', 'コレクター'], // From knowledge.
    open_box: ['開封済み'], // From knowledge.
    used: ['中古'], // From knowledge.
  },
  promotion: ['割引', 'クーポン'], // From knowledge.
  delivery: ['配送', '配達', 'お届け', '送料', '発送先'], // From knowledge.
  stock: ['残り', '在庫', '発送します', '発送可能', '以内に発送'], // co.jp 2025; from knowledge
  unavailable: [
    // From knowledge.
    '一時的に在庫切れ',
    '現在お取り扱い',
    'この商品は現在お取り扱い',
    '在庫切れ',
    '現在在庫切れ',
    '現在ご購入',
    'ご購入いただけません',
    '品切れ',
    '売り切れ',
    '一時的に在庫がありません',
    '現在、在庫切れ',
    '現在、お取り扱い',
  ],
  multipliers: { 千: 1000, 万: 10000, 億: 100000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: [
      // From knowledge.
      'に一致する商品はありません',
      '一致する商品が見つかりません',
      '検索結果はありません',
    ],
    captcha: [
      // From knowledge.
      '下に表示されている文字を入力してください',
      '下のボタンをクリックしてショッピングを続けてください',
      '画像に表示されている文字を入力',
    ],
    not_found: ['何かお探しですか', 'ページが見つかりません', 'お探しのページは'], // From knowledge.
    throttled: ['ご迷惑をおかけしています', '問題が発生しました', '申し訳ございません'], // From knowledge.
  },
  offer_rows: {
    seller: [
      '販売元', // co.jp 2025
      // From knowledge.
      '販売',
      '販売者',
      '出荷元 / 販売元',
      '出荷元/販売元',
    ],
    fulfiller: [
      '出荷元', // co.jp 2025
      // From knowledge.
      '発送元',
      '出荷元 / 販売元',
      '出荷元/販売元',
    ],
    returns: ['返品'], // From knowledge.
  },
  set_price: {
    price: ['価格'], // From knowledge.
    publisher: ['出版社'], // From knowledge.
  },
  no_offers: ['出品者はいません', '出品はありません', '出品がありません'], // From knowledge.
  on_condition: [
    // From knowledge.
    '以上の注文',
    '以上のご注文',
    '円以上',
    '初回注文',
    '初回のご注文',
    '初めてのご注文',
  ],
  struck: ['参考', '過去', '定価', '希望小売価格', '通常価格'], // co.jp 2025; co.jp 2025; from knowledge
  coupon_code: ['コード'], // From knowledge.
  subscription: ['定期おトク便', '定期購入'], // From knowledge.
  empty_list: [
    // From knowledge.
    'このカテゴリーには商品がありません',
    'このカテゴリーにはランキングがありません',
    'このリストには商品がありません',
  ],
  location_control: [
    // From knowledge.
    '場所を更新',
    '住所を選択',
    'お届け先を更新',
  ],
  undeliverable: { not: ['ません'], place: ['お届け先', '配送先', '住所', '場所'] }, // From knowledge.
}
