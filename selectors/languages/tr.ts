import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/tr.ts'

/** Turkish. */
export const tr: Language = {
  code: 'tr',
  company: [],
  prime: [],
  viewed: ['görüntülendi', 'görüntüleme', 'görüntülenme', 'görüntülenen', 'görüntüledi', 'bakıldı'], // From knowledge.
  past: [],
  exclusive: ['özel', 'özeldir'], // From knowledge.
  rental: ['kirala', 'kiralama', 'kiralamak', 'kiralık', 'kiralayın'], // From knowledge.
  byline: [
    'Marka: {brand}', // com.tr 2022
    // From knowledge.
    "{brand} Store'u ziyaret edin",
    '{brand} Mağazasını ziyaret edin',
    "{brand} Store'unu ziyaret edin",
    '{brand} mağazasını ziyaret et',
    "{brand} Store'nu ziyaret edin",
    "{brand} Store'yu ziyaret edin",
    'Ziyaret edin: {brand} Mağazası',
    "{brand} Store'ı ziyaret edin",
    "{brand} Store'u ziyaret et",
    "{brand} Mağazası'nı ziyaret edin",
    '{brand} Store ziyaret edin',
    'Marka Adı: {brand}',
  ],
  by: [],
  deliver_to: [
    // From knowledge.
    'Teslimat adresi {place}',
    'Teslimat adresi: {place}',
    'Teslimat yeri {place}',
    'Şuraya teslim et: {place}',
    'Şuraya teslim edilecek: {place}',
    'Şuraya teslim ediliyor: {place}',
    '{place} konumuna teslim et',
    '{place} adresine teslim edilecek',
    '{place} adresine teslim et',
    '{place} adresine teslim edin',
    '{place} konumuna teslim edilecek',
    '{place} konumuna teslim ediliyor',
    '{place} adresine teslim ediliyor',
    'Teslimat yeri: {place}',
    'Teslimat konumu {place}',
    'Teslimat konumu: {place}',
    'Teslimat: {place}',
  ],
  sales_rank: [
    // From knowledge.
    '{category} kategorisinde {rank}. sırada',
    '{category} kategorisinde {rank} sırada',
    '{category} kategorisinde {rank}',
    '{category} kategorisinde #{rank}',
    '{category} kategorisinde {rank} numara',
    '{category} içinde {rank}. sırada',
    '{category} içinde {rank} sırada',
    '{category} içinde #{rank}',
    '{rank}. sırada: {category}',
    '{rank}. sırada {category}',
    '{rank} sırada: {category}',
    '{rank} sırada {category}',
    '{rank}. sıra: {category}',
    '{rank} - {category}',
  ],
  labels: {
    manufacturer: ['Üretici', 'Üretici firma', 'İmalatçı', 'Üretici Adı'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'Ürün Boyutları*',
      'Ürün ölçüleri*',
      'Boyutlar',
      'Öğe Boyutları*',
      'Ürün boyutu*',
      'Ürünün Boyutları*',
      'Eşya Boyutları*',
    ],
    package_dimensions: [
      // From knowledge.
      'Ambalaj Boyutları',
      'Paketin Boyutları',
      'Paket boyutu',
      'Paket Boyutları*',
      'Paket Ölçüleri*',
      'Ambalaj Ölçüleri*',
      'Ürün Paket Boyutları*',
      'Koli Boyutları*',
    ],
    date_first_available: [
      // From knowledge.
      'Satışa Sunulduğu İlk Tarih',
      "Amazon.com.tr'de*",
      "Amazon.com.tr'ye*",
      'İlk Satışa Sunulduğu Tarih*',
      'İlk Satış Tarihi*',
      "Amazon'da ilk satışa*",
      'Satışa Sunulma Tarihi*',
      'İlk Kullanıma Sunulduğu Tarih*',
      'İlk Bulunma Tarihi*',
    ],
    sales_rank: [
      // From knowledge.
      'Çok Satanlar Sıralaması',
      'En İyi Satıcılar Sıralaması',
      'Çok Satanlar Sırası*',
      'Amazon Çok Satanlar*',
      'Amazon En Çok Satanlar*',
      'En Çok Satanlar*',
      'Satış Sıralaması',
    ],
    customer_reviews: [
      // From knowledge.
      'Müşteri Yorumları',
      'Müşteri İncelemeleri',
      'Müşteri Değerlendirmeleri',
      'Müşteri Puanı',
      'Müşteri Puanları',
      'Ortalama Müşteri*',
      'Müşteri Yorumu',
    ],
    brand: ['Marka', 'Marka Adı', 'Marka İsmi'], // com.tr 2022; from knowledge
  },
  months: [
    ['Ocak', 'Oca'], // From knowledge.
    ['Şubat', 'Şub'], // From knowledge.
    ['Mart', 'Mar'], // From knowledge.
    ['Nisan', 'Nis'], // From knowledge.
    ['Mayıs', 'May'], // com.tr 2022; from knowledge
    ['Haziran', 'Haz'], // From knowledge.
    ['Temmuz', 'Tem'], // From knowledge.
    ['Ağustos', 'Ağu'], // From knowledge.
    ['Eylül', 'Eyl'], // From knowledge.
    ['Ekim', 'Eki'], // From knowledge.
    ['Kasım', 'Kas'], // From knowledge.
    ['Aralık', 'Ara'], // From knowledge.
  ],
  days: [
    'Perşembe', // com.tr 2022
    // From knowledge.
    'Bugün',
    'Yarın',
    'Pazartesi',
    'Salı',
    'Çarşamba',
    'Cuma',
    'Cumartesi',
    'Pazar',
    'Pzt',
    'Cmt',
  ],
  countries,
  two: [],
  free: ['ÜCRETSİZ', 'bedava'], // com.tr 2022; from knowledge
  conditions: {
    used_like_new: ['Yeni gibi', 'Sıfır gibi'], // From knowledge.
    used_very_good: ['Çok iyi'], // From knowledge.
    used_good: ['İyi'], // From knowledge.
    used_acceptable: ['Kabul edilebilir'], // From knowledge.
    new: ['Yeni'], // From knowledge.
    refurbished: ['Yenilenmiş'], // From knowledge.
    collectible: ['Koleksiyon', 'Koleksiyonluk'], // From knowledge.
    open_box: [],
    used: ['İkinci el', 'Kullanılmış', '2. el'], // From knowledge.
  },
  promotion: ['indirim', 'kupon'], // From knowledge.
  delivery: ['kargo', 'teslimat', 'gönderim', 'Teslim', 'teslim alma'], // From knowledge.
  stock: ['Stokta', 'kargoya verilir'], // com.tr 2022; from knowledge
  unavailable: [
    // From knowledge.
    'Şu anda mevcut değil',
    'Stokta yok',
    'Şu an mevcut değil',
    'Şu anda stokta yok',
    'Şu anda bulunmuyor',
    'Şu anda temin edilemiyor',
    'Şu anda satışta değil',
    'Şu anda kullanılamıyor',
    'Şu anda müsait değil',
    'Geçici olarak',
    'Mevcut değil',
    'Stokta bulunmuyor',
    'Stokta bulunmamaktadır',
    'Stokta kalmadı',
    'Tükendi',
    'Bu ürün şu anda mevcut değil',
  ],
  multipliers: { bin: 1000, B: 1000, Mn: 1000000 }, // From knowledge.
  ordinals: ['. el', ' el'], // From knowledge.
  pages: {
    no_results: ['için sonuç yok', 'hiçbir ürünle eşleşmedi', 'Sonuç bulunamadı'], // From knowledge.
    captcha: ['Alışverişe devam et', 'Aşağıda gördüğünüz karakterleri'], // From knowledge.
    not_found: [
      // From knowledge.
      'Bir şey mi arıyorsunuz',
      'Sayfa Bulunamadı',
      'Bir şey mi aradınız',
      'Sayfa bulunamıyor',
    ],
    throttled: ['Bir sorun oluştu', 'Bir şeyler ters gitti', 'Bir hata oluştu'], // From knowledge.
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'Satıcı',
      'Gönderici / Satıcı',
    ],
    fulfiller: [
      // From knowledge.
      'Gönderen',
      'Gönderici',
      'Gönderim yeri',
      'Gönderici / Satıcı',
    ],
    returns: ['İadeler', 'İade'], // From knowledge.
  },
  set_price: {
    price: ['fiyat', 'fiyatı', 'fiyatlar'], // From knowledge.
    publisher: ['yayıncı', 'yayınevi', 'yayınevi tarafından'], // From knowledge.
  },
  no_offers: ['başka satıcı bulunmuyor', 'satıcı bulunamadı', 'teklif bulunmuyor'], // From knowledge.
  on_condition: [
    // From knowledge.
    've üzeri',
    'üzeri siparişlerde',
    'en az',
    'ilk siparişinizde',
    'ilk siparişiniz',
  ],
  struck: ['Liste fiyatı', 'Önceki fiyat', 'yerine'], // From knowledge.
  coupon_code: ['kod', 'kodu', 'kodunu', 'kodunuzu', 'koduyla'], // From knowledge.
  subscription: ['Abone Ol', 'Abone Ol ve Tasarruf Et', 'abonelik'], // From knowledge.
  empty_list: [
    // From knowledge.
    'bu kategoride ürün bulunmuyor',
    'bu listede ürün yok',
    'bu kategoride ürün yok',
  ],
  location_control: [
    'Teslimat adresini seçin', // com.tr 2022
    // From knowledge.
    'Konumu güncelle',
  ],
  undeliverable: {
    // From knowledge.
    not: ['gönderilemiyor', 'gönderilemez', 'gönderilmiyor', 'teslim edilemiyor'],
    // From knowledge.
    place: ['konumuna', 'konumunuza', 'adresinize', 'adrese'],
  },
}
