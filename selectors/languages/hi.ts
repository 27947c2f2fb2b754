import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/hi.ts'

/** Hindi. */
export const hi: Language = {
  code: 'hi',
  company: ['अमेज़न', 'अमेज़ॅन', 'ऐमज़ॉन'], // From knowledge.
  prime: ['प्राइम'], // From knowledge.
  viewed: ['देखा', 'व्यू'], // From knowledge.
  past: [],
  exclusive: ['केवल', 'विशेष'], // From knowledge.
  rental: ['किराए', 'किराये', 'रेंट'], // From knowledge.
  byline: [
    // From knowledge.
    '{brand} स्टोर पर जाएं',
    '{brand} स्टोर पर जाएँ',
    '{brand} स्टोर पर विज़िट करें',
    '{brand} स्टोर पर जाइए',
    '{brand} के स्टोर पर जाएं',
    'ब्रांड: {brand}',
    'ब्रैंड: {brand}',
  ],
  by: [],
  deliver_to: [
    // From knowledge.
    '{place} में डिलीवर करें',
    '{place} पर डिलीवर करें',
    '{place} में डिलीवरी हो रही है',
    '{place} में डिलीवर किया जा रहा है',
    'डिलीवर करें {place}',
    'डिलीवर करें: {place}',
  ],
  sales_rank: [
    // From knowledge.
    '{category} में #{rank}',
    '{category} में {rank}',
    '{category} में नंबर {rank}',
    '#{rank} {category} में',
    '{rank} {category} में',
    '{rank} में {category}',
  ],
  labels: {
    manufacturer: ['निर्माता', 'मैन्युफैक्चरर', 'उत्पादक'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'प्रोडक्ट के डाइमेंशन*',
      'प्रोडक्ट डाइमेंशन*',
      'उत्पाद आयाम*',
      'उत्पाद के आयाम*',
      'आइटम के डाइमेंशन*',
      'आइटम डाइमेंशन*',
      'आइटम आयाम*',
      'आयाम',
    ],
    package_dimensions: ['पैकेज के डाइमेंशन*', 'पैकेज डाइमेंशन*', 'पैकेज आयाम*', 'पैकेज के आयाम*'], // From knowledge.
    date_first_available: [
      // From knowledge.
      'पहली बार उपलब्ध*',
      'पहली उपलब्धता*',
      'पहले उपलब्ध*',
      'उपलब्ध होने की पहली तारीख*',
      'उपलब्धता की पहली तारीख*',
    ],
    sales_rank: [
      // From knowledge.
      'बेस्टसेलर रैंक*',
      'बेस्ट सेलर रैंक*',
      'बेस्ट सेलर्स रैंक*',
      'बेस्टसेलर्स रैंक*',
      'Amazon बेस्टसेलर*',
      'Amazon बेस्ट सेलर*',
    ],
    customer_reviews: [
      // From knowledge.
      'कस्टमर रिव्यू',
      'ग्राहक समीक्षाएं',
      'ग्राहक समीक्षा',
      'ग्राहकों की समीक्षाएं',
      'ग्राहक रिव्यू',
    ],
    brand: ['ब्रांड', 'ब्रांड का नाम'], // From knowledge.
  },
  months: [
    // From knowledge.
    ['जनवरी', 'जन'],
    ['फ़रवरी', 'फ़र'],
    ['मार्च'],
    ['अप्रैल'],
    ['मई'],
    ['जून'],
    ['जुलाई', 'जुल'],
    ['अगस्त', 'अग'],
    ['सितंबर', 'सितम्बर', 'सित'],
    ['अक्टूबर', 'अक्तूबर', 'अक्टू'],
    ['नवंबर', 'नवम्बर', 'नव'],
    ['दिसंबर', 'दिसम्बर', 'दिस'],
  ],
  days: [
    // From knowledge.
    'आज',
    'कल',
    'सोमवार',
    'सोम',
    'मंगलवार',
    'मंगल',
    'बुधवार',
    'बुध',
    'गुरुवार',
    'गुरु',
    'शुक्रवार',
    'शुक्र',
    'शनिवार',
    'शनि',
    'रविवार',
    'रवि',
  ],
  countries,
  two: [],
  free: ['मुफ़्त', 'फ़्री', 'निःशुल्क', 'नि:शुल्क'], // From knowledge.
  conditions: {
    used_like_new: ['नए जैसा', 'नये जैसा'], // From knowledge.
    used_very_good: ['बहुत अच्छा'], // From knowledge.
    used_good: ['अच्छा'], // From knowledge.
    used_acceptable: ['स्वीकार्य'], // From knowledge.
    new: ['नया'], // From knowledge.
    refurbished: ['रीफर्बिश्ड', 'रिन्यूड', 'नवीनीकृत'], // From knowledge.
    collectible: ['संग्रहणीय'], // From knowledge.
    open_box: [],
    used: ['इस्तेमाल किया', 'इस्तेमाल किए', 'यूज़्ड', 'प्रयुक्त', 'पुराना'], // From knowledge.
  },
  promotion: ['छूट'], // From knowledge.
  delivery: ['डिलीवरी', 'शिपिंग', 'पाएं'], // From knowledge.
  stock: ['स्टॉक'], // From knowledge.
  unavailable: [
    // From knowledge.
    'फ़िलहाल उपलब्ध नहीं',
    'वर्तमान में उपलब्ध नहीं',
    'वर्तमान में अनुपलब्ध',
    'अभी उपलब्ध नहीं',
    'इस समय उपलब्ध नहीं',
    'उपलब्ध नहीं',
    'अनुपलब्ध',
    'स्टॉक में नहीं',
    'स्टॉक खत्म',
    'आउट ऑफ़ स्टॉक',
    'अस्थायी रूप से',
  ],
  multipliers: { हज़ार: 1000, लाख: 100000, करोड़: 10000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: ['के लिए कोई परिणाम नहीं', 'कोई परिणाम नहीं मिला', 'के लिए कोई नतीजा नहीं'], // From knowledge.
    captcha: ['नीचे दिखाई दे रहे अक्षर', 'खरीदारी जारी रखने के लिए नीचे'], // From knowledge.
    not_found: ['क्या आप कुछ ढूंढ रहे हैं', 'पेज नहीं मिला'], // From knowledge.
    throttled: ['कुछ गलत हो गया', 'कुछ गड़बड़ हो गई'], // From knowledge.
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'विक्रेता',
      'द्वारा बेचा गया',
      'प्रेषक / विक्रेता',
    ],
    fulfiller: [
      // From knowledge.
      'प्रेषक',
      'यहाँ से शिप किया जाता है',
      'शिप किया जाता है',
      'प्रेषक / विक्रेता',
    ],
    returns: ['वापसी', 'रिटर्न'], // From knowledge.
  },
  set_price: {
    price: ['मूल्य', 'कीमत'], // From knowledge.
    publisher: ['प्रकाशक'], // From knowledge.
  },
  no_offers: ['कोई विक्रेता नहीं', 'कोई ऑफ़र नहीं'], // From knowledge.
  on_condition: [
    // From knowledge.
    'से अधिक के ऑर्डर',
    'से ज़्यादा के ऑर्डर',
    'कम से कम',
    'पहले ऑर्डर',
  ],
  struck: ['अधिकतम खुदरा मूल्य', 'सूची मूल्य', 'पिछला मूल्य', 'सामान्य मूल्य', 'के बजाय'], // From knowledge.
  coupon_code: ['कोड'], // From knowledge.
  subscription: ['सब्सक्राइब', 'सदस्यता लें और बचत करें'], // From knowledge.
  empty_list: [
    // From knowledge.
    'इस श्रेणी में कोई उत्पाद नहीं',
  ],
  location_control: [
    // From knowledge.
    'स्थान अपडेट करें',
    'लोकेशन अपडेट करें',
  ],
  undeliverable: { not: ['नहीं'], place: ['स्थान', 'पते', 'लोकेशन'] }, // From knowledge.
}
