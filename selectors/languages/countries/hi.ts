import type { CountryNames } from '../../../core/marketplace/language.ts'

/** Hindi names of countries that pages spell: where reviews come from, and where products are sent. */
export const countries: CountryNames = {
  US: ['संयुक्त राज्य', 'अमेरिका', 'संयुक्त राज्य अमेरिका'], // From knowledge.
  CA: ['कनाडा'], // From knowledge.
  MX: ['मैक्सिको'], // From knowledge.
  BR: ['ब्राज़ील'], // From knowledge.
  GB: ['यूनाइटेड किंगडम', 'ब्रिटेन'], // From knowledge.
  IE: ['आयरलैंड'], // From knowledge.
  DE: ['जर्मनी'], // From knowledge.
  FR: ['फ़्रांस'], // From knowledge.
  IT: ['इटली'], // From knowledge.
  ES: ['स्पेन'], // From knowledge.
  NL: ['नीदरलैंड'], // From knowledge.
  BE: ['बेल्जियम'], // From knowledge.
  PL: ['पोलैंड'], // From knowledge.
  SE: ['स्वीडन'], // From knowledge.
  TR: ['तुर्किये', 'तुर्की'], // From knowledge.
  AE: ['संयुक्त अरब अमीरात', 'यूएई'], // From knowledge.
  SA: ['सऊदी अरब'], // From knowledge.
  EG: ['मिस्र'], // From knowledge.
  ZA: ['दक्षिण अफ़्रीका'], // From knowledge.
  IN: ['भारत'], // From knowledge.
  JP: ['जापान'], // From knowledge.
  CN: ['चीन'], // From knowledge.
  SG: ['सिंगापुर'], // From knowledge.
  AU: ['ऑस्ट्रेलिया'], // From knowledge.
}
