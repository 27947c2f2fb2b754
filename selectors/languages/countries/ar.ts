import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Arabic names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['الولايات المتحدة', 'الولايات المتحدة الأمريكية', 'أمريكا'], // From knowledge.
  CA: ['كندا'], // From knowledge.
  MX: ['المكسيك'], // From knowledge.
  BR: ['البرازيل'], // From knowledge.
  GB: ['المملكة المتحدة', 'بريطانيا'], // From knowledge.
  IE: ['أيرلندا'], // From knowledge.
  DE: ['ألمانيا'], // From knowledge.
  FR: ['فرنسا'], // From knowledge.
  IT: ['إيطاليا'], // From knowledge.
  ES: ['إسبانيا'], // From knowledge.
  NL: ['هولندا'], // From knowledge.
  BE: ['بلجيكا'], // From knowledge.
  PL: ['بولندا'], // From knowledge.
  SE: ['السويد'], // From knowledge.
  TR: ['تركيا'], // From knowledge.
  AE: ['الإمارات العربية المتحدة', 'الإمارات'], // From knowledge.
  SA: ['المملكة العربية السعودية', 'السعودية'], // From knowledge.
  EG: ['مصر'], // eg 2024
  ZA: ['جنوب أفريقيا'], // From knowledge.
  IN: ['الهند'], // From knowledge.
  JP: ['اليابان'], // From knowledge.
  CN: ['الصين'], // From knowledge.
  SG: ['سنغافورة'], // From knowledge.
  AU: ['أستراليا'], // From knowledge.
}
