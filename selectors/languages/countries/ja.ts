import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Japanese names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['アメリカ合衆国', 'アメリカ', '米国'], // From knowledge.
  CA: ['カナダ'], // From knowledge.
  MX: ['メキシコ'], // From knowledge.
  BR: ['ブラジル'], // From knowledge.
  GB: ['イギリス', '英国'], // From knowledge.
  IE: ['アイルランド'], // From knowledge.
  DE: ['ドイツ'], // From knowledge.
  FR: ['フランス'], // From knowledge.
  IT: ['イタリア'], // From knowledge.
  ES: ['スペイン'], // From knowledge.
  NL: ['オランダ'], // From knowledge.
  BE: ['ベルギー'], // From knowledge.
  PL: ['ポーランド'], // From knowledge.
  SE: ['スウェーデン'], // From knowledge.
  TR: ['トルコ'], // From knowledge.
  AE: ['アラブ首長国連邦', 'UAE'], // From knowledge.
  SA: ['サウジアラビア'], // From knowledge.
  EG: ['エジプト'], // From knowledge.
  ZA: ['南アフリカ'], // From knowledge.
  IN: ['インド'], // From knowledge.
  JP: ['日本'], // co.jp 2025
  CN: ['中国'], // From knowledge.
  SG: ['シンガポール'], // From knowledge.
  AU: ['オーストラリア'], // From knowledge.
}
