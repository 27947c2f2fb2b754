import type { Language } from '../../core/marketplace/language.ts'
import { countries } from './countries/pl.ts'

/** Polish. */
export const pl: Language = {
  code: 'pl',
  company: [],
  prime: [],
  viewed: [
    // From knowledge.
    'wyświetleń',
    'wyświetlono',
    'obejrzano',
    'wyświetlenia',
    'wyświetlony',
    'wyświetlonych',
    'obejrzały',
    'obejrzało',
    'oglądane',
  ],
  past: [],
  exclusive: ['wyłącznie', 'tylko dla'], // From knowledge.
  rental: ['wypożyczyć', 'wypożyczenie', 'wypożycz', 'wynajem', 'wynajmu', 'wypożyczenia'], // From knowledge.
  byline: [
    // From knowledge.
    'Odwiedź sklep {brand}',
    'Odwiedź sklep marki {brand}',
    'Marka: {brand}',
    'Odwiedź sklep firmy {brand}',
    'Przejdź do sklepu {brand}',
    'Nazwa marki: {brand}',
  ],
  by: [],
  deliver_to: [
    // From knowledge.
    'Dostawa do: {place}',
    'Dostawa do {place}',
    'Dostarcz do: {place}',
    'Dostarcz do {place}',
    'Dostarczamy do {place}',
    'Adres dostawy: {place}',
    'Dostarczanie do {place}',
    'Dostarczanie do: {place}',
    'Dostarczenie do {place}',
    'Dostarczamy do: {place}',
    'Dostawa na adres {place}',
    'Dostarcz na adres {place}',
    'Dostarcz na adres: {place}',
  ],
  sales_rank: ['{rank} w kategorii {category}', '{rank} w {category}', '{rank} we {category}'], // From knowledge.
  labels: {
    manufacturer: ['Producent', 'Wytwórca', 'Nazwa producenta'], // From knowledge.
    product_dimensions: [
      // From knowledge.
      'Wymiary produktu*',
      'Wymiary przedmiotu*',
      'Wymiary',
      'Wymiary artykułu*',
      'Wymiary elementu*',
      'Wymiary wyrobu*',
      'Wymiary towaru*',
    ],
    package_dimensions: [
      // From knowledge.
      'Wymiary przesyłki',
      'Wymiary opakowania*',
      'Wymiary paczki*',
      'Wymiary pakietu*',
    ],
    date_first_available: [
      // From knowledge.
      'Data pierwszej dostępności*',
      'Dostępny na Amazon*',
      'Data udostępnienia*',
      'Produkt dostępny na Amazon*',
      'Dostępne na Amazon*',
      'W sprzedaży na Amazon*',
      'Pierwsza data dostępności*',
    ],
    sales_rank: [
      // From knowledge.
      'Ranking najlepiej sprzedających się produktów*',
      'Ranking najlepszych sprzedawców*',
      'Ranking bestsellerów*',
      'Miejsce w rankingu*',
      'Pozycja w rankingu*',
      'Ranking sprzedaży*',
    ],
    customer_reviews: [
      // From knowledge.
      'Oceny klientów',
      'Recenzje klientów',
      'Opinie klientów',
      'Ocena klientów',
      'Średnia ocena*',
      'Opinie kupujących',
    ],
    brand: ['Marka', 'Nazwa marki'], // From knowledge.
  },
  months: [
    // From knowledge.
    ['stycznia', 'styczeń', 'sty'],
    ['lutego', 'luty', 'lutowy', 'lut'],
    ['marca', 'marzec', 'mar'],
    ['kwietnia', 'kwiecień', 'kwi'],
    ['maja', 'maj'],
    ['czerwca', 'czerwiec', 'cze'],
    ['lipca', 'lipiec', 'lip'],
    ['sierpnia', 'sierpień', 'sie'],
    ['września', 'wrzesień', 'wrz'],
    ['października', 'październik', 'paź'],
    ['listopada', 'listopad', 'lis'],
    ['grudnia', 'grudzień', 'gru'],
  ],
  days: [
    // From knowledge.
    'dziś',
    'dzisiaj',
    'pojutrze',
    'jutro',
    'poniedziałek',
    'pon',
    'wtorek',
    'wt',
    'środa',
    'środę',
    'śr',
    'czwartek',
    'czw',
    'piątek',
    'pt',
    'sobota',
    'sobotę',
    'sob',
    'niedziela',
    'niedzielę',
    'niedz',
    'poniedziałku',
    'wtorku',
    'środy',
    'czwartku',
    'piątku',
    'soboty',
    'niedzieli',
  ],
  countries,
  two: [],
  free: [
    // From knowledge.
    'darmowa',
    'bezpłatna',
    'gratis',
    'darmowy',
    'darmowe',
    'darmowej',
    'za darmo',
    'bezpłatny',
    'bezpłatne',
    'bezpłatnej',
    'bezpłatnie',
  ],
  conditions: {
    used_like_new: ['Jak nowy', 'Jak nowe', 'Jak nowa'], // From knowledge.
    used_very_good: [
      // From knowledge.
      'Bardzo dobry',
      'Bardzo dobre',
      'bardzo dobrym stanie',
      'Bardzo dobra',
      'bardzo dobrym',
    ],
    used_good: ['Dobry', 'Dobre', 'dobrym stanie', 'Dobra', 'dobrym'], // From knowledge.
    used_acceptable: [
      // From knowledge.
      'Dopuszczalny',
      'Akceptowalny',
      'Zadowalający',
      'zadowalającym',
      'Akceptowalne',
      'Akceptowalna',
      'dopuszczalnym',
      'akceptowalnym',
    ],
    new: ['Nowy', 'Nowe'], // From knowledge.
    refurbished: ['Odnowiony', 'Odnowione', 'Odnowiona', 'odnowionego', 'odnowionych'], // From knowledge.
    collectible: ['Kolekcjonerski', 'Kolekcjonerskie', 'Kolekcjonerska'], // From knowledge.
    open_box: [],
    used: ['Używany', 'Używane', 'Używana', 'używanego', 'używanych', 'używanej', 'Z drugiej ręki'], // From knowledge.
  },
  promotion: ['promocja', 'rabat', 'kupon'], // From knowledge.
  delivery: ['dostawa', 'dostawę', 'dostawy', 'Otrzymasz', 'odbiór'], // From knowledge.
  stock: ['W magazynie', 'Na stanie', 'Wysyłka w ciągu', 'Zwykle wysyłane'], // From knowledge.
  unavailable: [
    // From knowledge.
    'Obecnie niedostępny',
    'Chwilowo niedostępny',
    'Tymczasowo niedostępny',
    'Aktualnie niedostępny',
    'Produkt niedostępny',
    'Produkt jest obecnie niedostępny',
    'Niedostępny',
    'Chwilowo brak',
    'Tymczasowo brak',
    'Obecnie niedostępne',
    'Obecnie niedostępna',
    'Obecnie brak',
    'Chwilowo niedostępne',
    'Tymczasowo niedostępne',
    'Aktualnie niedostępne',
    'Produkt obecnie niedostępny',
    'Produkt chwilowo niedostępny',
    'Produkt tymczasowo niedostępny',
    'Produkt wyprzedany',
    'Ten produkt jest obecnie niedostępny',
    'Przedmiot jest obecnie niedostępny',
    'Przedmiot niedostępny',
    'Niedostępne',
    'Brak w magazynie',
    'Brak na stanie',
    'Brak towaru',
    'Wyprzedane',
    'Wyprzedany',
  ],
  multipliers: { tys: 1000, mln: 1000000 }, // From knowledge.
  ordinals: [],
  pages: {
    no_results: ['Brak wyników dla', 'nie pasuje do żadnych produktów', 'Nie znaleziono wyników'], // From knowledge.
    captcha: [
      // From knowledge.
      'Wprowadź znaki widoczne poniżej',
      'Kliknij poniższy przycisk, aby kontynuować zakupy',
      'Wpisz znaki widoczne poniżej',
      'Wpisz znaki, które widzisz poniżej',
      'Kliknij przycisk poniżej, aby kontynuować',
    ],
    not_found: [
      // From knowledge.
      'Szukasz czegoś',
      'Nie znaleziono strony',
      'Nie można znaleźć strony',
      'Strona nie została znaleziona',
    ],
    throttled: ['Coś poszło nie tak', 'Przepraszamy'], // From knowledge.
  },
  offer_rows: {
    seller: [
      // From knowledge.
      'Sprzedawca',
      'Sprzedawane przez',
      'Nadawca / Sprzedawca',
    ],
    fulfiller: [
      // From knowledge.
      'Wysyłka z',
      'Wysyłane przez',
      'Wysyłka przez',
      'Nadawca',
      'Nadawca / Sprzedawca',
    ],
    returns: ['Zwroty', 'Zwrot'], // From knowledge.
  },
  set_price: {
    price: ['cena', 'cenę'], // From knowledge.
    publisher: ['wydawca', 'wydawcę', 'wydawcy'], // From knowledge.
  },
  no_offers: ['nie ma innych sprzedawców', 'brak ofert'], // From knowledge.
  on_condition: [
    // From knowledge.
    'zamówień powyżej',
    'zamówienia powyżej',
    'co najmniej',
    'minimum',
    'pierwszym zamówieniu',
    'pierwszego zamówienia',
    'pierwsze zamówienie',
  ],
  struck: ['Sugerowana cena', 'Poprzednia cena', 'zamiast'], // From knowledge.
  coupon_code: ['kod', 'kodu', 'kodem'], // From knowledge.
  subscription: ['Subskrybuj i oszczędzaj', 'subskrypcji', 'subskrypcja'], // From knowledge.
  empty_list: [
    // From knowledge.
    'brak produktów w tej kategorii',
    'brak produktów na tej liście',
  ],
  location_control: [
    // From knowledge.
    'Zaktualizuj lokalizację',
    'Aktualizuj lokalizację',
    'Wybierz adres',
  ],
  undeliverable: { not: ['nie'], place: ['lokalizacji', 'adresu', 'adres', 'miejsca dostawy'] }, // From knowledge.
}
