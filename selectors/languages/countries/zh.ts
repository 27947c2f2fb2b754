import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Chinese names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['美国', '美國'], // From knowledge.
  CA: ['加拿大'], // From knowledge.
  MX: ['墨西哥'], // From knowledge.
  BR: ['巴西'], // From knowledge.
  GB: ['英国', '英國'], // From knowledge.
  IE: ['爱尔兰', '愛爾蘭'], // From knowledge.
  DE: ['德国', '德國'], // From knowledge.
  FR: ['法国', '法國'], // From knowledge.
  IT: ['意大利', '義大利'], // From knowledge.
  ES: ['西班牙'], // From knowledge.
  NL: ['荷兰', '荷蘭'], // From knowledge.
  BE: ['比利时', '比利時'], // From knowledge.
  PL: ['波兰', '波蘭'], // From knowledge.
  SE: ['瑞典'], // From knowledge.
  TR: ['土耳其'], // From knowledge.
  AE: ['阿拉伯联合酋长国', '阿拉伯聯合大公國', '阿联酋'], // From knowledge.
  SA: ['沙特阿拉伯', '沙特', '沙烏地阿拉伯'], // From knowledge.
  EG: ['埃及'], // From knowledge.
  ZA: ['南非'], // From knowledge.
  IN: ['印度'], // From knowledge.
  JP: ['日本'], // co.jp 2024
  CN: ['中国大陆', '中国', '中國'], // com 2023, 2025; from knowledge
  SG: ['新加坡'], // From knowledge.
  AU: ['澳大利亚', '澳洲'], // From knowledge.
}
