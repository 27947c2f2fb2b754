/** Words for generated products. None is the name of a real product or company. */
export interface Vocabulary {
  readonly nouns: readonly string[]
  readonly adjectives: readonly string[]
  readonly materials: readonly string[]
  readonly colors: readonly string[]
  readonly sizes: readonly string[]
  readonly styles: readonly string[]
  /** Ladders of categories. Order: root first. */
  readonly categories: readonly (readonly string[])[]
  readonly book_categories: readonly (readonly string[])[]
  readonly book_titles: readonly string[]
  /** Sentences about a product, with `{noun}`, `{adjective}`, `{material}`. */
  readonly sentences: readonly string[]
  readonly review_titles: readonly string[]
  readonly review_sentences: readonly string[]
  readonly names: readonly string[]
  readonly sellers: readonly string[]
  readonly publishers: readonly string[]
  readonly book_language: string
}

/** For every language that has no words of its own. Accents and quotation marks of several languages are among them. */
export const latin: Vocabulary = {
  nouns: ['Lantern', 'Kettle', 'Backpack', 'Desk Lamp', 'Water Bottle', 'Blanket', 'Notebook Stand', 'Garden Trowel'],
  adjectives: ['Foldable', 'Quiet', 'Waterproof', 'Compact', 'Lightweight', 'Sturdy', 'Rechargeable', 'Heat-Resistant'],
  materials: ['Bamboo', 'Stainless Steel', 'Cotton', 'Oak', 'Ceramic'],
  colors: ['Moss Green', 'Slate', 'Amber', 'Ivory', 'Deep Blue', 'Black'],
  sizes: ['X-Small', 'Small', 'Medium', 'Large', 'X-Large', '2X-Large'],
  styles: ['Classic', 'With Lid', 'Set of 2'],
  categories: [
    ['Home & Kitchen', 'Kitchen & Dining', 'Coffee & Tea', 'Kettles'],
    ['Sports & Outdoors', 'Camping & Hiking', 'Lights & Lanterns'],
    ['Garden', 'Hand Tools'],
  ],
  book_categories: [
    ['Books', 'Travel', 'Coasts & Harbors'],
    ['Books', 'Science', 'Weather', 'Tides'],
  ],
  book_titles: ['The Salt Road', 'A Field Guide to Invented Birds', 'Letters from the Lower Bridge', 'Nine Winters'],
  sentences: [
    'The {noun} is made of {material} and stays {adjective} for years.',
    'A {adjective} design that fits into every drawer, with room for more.',
    'Cleans in a minute: rinse the {material}, wipe it, done.',
    'Each {noun} is checked by hand before it leaves the workshop.',
    'Comes with a spare part & a short guide: "how to", „ganz groß“, « où ça », ¿qué más?, ışıklı.',
  ],
  review_titles: [
    'Does what it says',
    'Better than expected',
    'Broke after a week',
    'Good, not great',
    'A gift that was liked',
  ],
  review_sentences: [
    'I have used it every day for two months now.',
    'The lid is a bit loose, but nothing leaks.',
    'Arrived early & well packed.',
    'Would I buy it again? Yes.',
    'The colour is darker than in the picture.',
  ],
  names: ['M. Oakley', 'Rita Vance', 'Jörn Łęcki', 'sunny_side', 'Ana-Mañana'],
  sellers: ['Harbor & Hill', 'Northlane Goods', "L'Été Quillmark", 'Tidewater Supply'],
  publishers: ['Lower Bridge Press', 'Gull & Anchor'],
  book_language: 'English',
}

/** In another script: no capitals, and no spaces between words. */
export const japanese: Vocabulary = {
  nouns: ['ランタン', 'やかん', 'リュック', '卓上ライト', '水筒', 'ひざ掛け', 'ノートスタンド', '園芸用スコップ'],
  adjectives: ['折りたたみ式', '静音', '防水', 'コンパクト', '軽量', '丈夫', '充電式'],
  materials: ['竹', 'ステンレス', '綿', 'オーク材', '陶器'],
  colors: ['モスグリーン', 'スレートグレー', '琥珀色', 'アイボリー', '紺碧', '黒'],
  sizes: ['小さめ', 'ふつう', '大きめ', '特大', 'フリーサイズ'],
  styles: ['クラシック', 'ふた付き', 'ふたつ組'],
  categories: [
    ['ホーム＆キッチン', '食器・調理器具', 'コーヒー＆ティー用品', 'やかん・ケトル'],
    ['スポーツ＆アウトドア', 'キャンプ用品', 'ランタン・ライト'],
    ['ガーデニング', '手工具'],
  ],
  book_categories: [
    ['本', '旅行ガイド', '海辺・港町'],
    ['本', '科学・テクノロジー', '気象', '潮汐'],
  ],
  book_titles: ['塩の道', 'いない鳥の図鑑「野外編」', '下の橋からの手紙', '九つの冬'],
  sentences: [
    '{noun}は{material}製。「{adjective}」だから長く使えます。',
    '引き出しに収まる{adjective}デザイン、まだまだ入ります。',
    'お手入れは一分：{material}をすすいで、拭くだけ。',
    '工房を出る前に、ひとつずつ手作業で点検しています。',
    '予備の部品＆かんたんな説明書つき。',
  ],
  review_titles: ['説明どおり', '思ったより良い', '一週間で壊れた', 'ふつうに使える', '贈り物に喜ばれました！'],
  review_sentences: [
    '二か月間、毎日使っています。',
    'ふたが少しゆるいですが、漏れません。',
    '早く届き、梱包もていねいでした。',
    'また買うか？はい。',
    '色は写真より暗めです。',
  ],
  names: ['みかん・ザ・ねこ', '湯けむり太郎', '青い鳥', '海野しずく', '匿名のカモメ'],
  sellers: ['港＆丘商店', '北小路ストア', '羽根ペン堂', '満ち潮・雑貨店'],
  publishers: ['下橋出版', 'かもめ＆いかり社'],
  book_language: '日本語',
}
