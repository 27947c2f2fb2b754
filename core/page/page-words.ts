import type { PageKind } from './page-kind.ts'

/** Words by language (ISO 639-1), as the page displays them. They are compared without case and diacritics. */
type Words = Readonly<Record<string, readonly string[]>>

/** How search pages say that nothing matched. */
export const NO_RESULTS_WORDS: Words = {
  en: ['No results for', 'did not match any products', 'No results found for'],
  de: ['Keine Ergebnisse für', 'ergab leider keine Produkttreffer'],
  fr: [
    'Aucun résultat pour',
    'ne correspond à aucun article',
    'ne correspond à aucun produit',
    'Aucun résultat trouvé',
  ],
  it: ['Nessun risultato per', 'non corrisponde ad alcun', 'non ha prodotto risultati', 'Nessun risultato trovato'],
  es: [
    'No hay resultados para',
    'no coincide con ningún producto',
    'No se encontraron resultados',
    'No se han encontrado resultados',
    'no coinciden con ningún producto',
    'Sin resultados para',
  ],
  nl: ['Geen resultaten voor', 'komt niet overeen met producten', 'Geen resultaten gevonden'],
  pl: ['Brak wyników dla', 'nie pasuje do żadnych produktów', 'Nie znaleziono wyników'],
  sv: ['Inga resultat för', 'matchade inte några produkter', 'matchar inte några produkter', 'Inga resultat hittades'],
  pt: [
    'Nenhum resultado para',
    'não encontrou nenhum produto',
    'Não há resultados para',
    'não corresponde a nenhum produto',
    'Nenhum resultado encontrado',
  ],
  ja: ['に一致する商品はありません', '一致する商品が見つかりません', '検索結果はありません'],
  tr: ['için sonuç yok', 'hiçbir ürünle eşleşmedi', 'Sonuç bulunamadı'],
  ar: ['لا توجد نتائج', 'لم يتم العثور على نتائج', 'لا يوجد نتائج', 'ليس هناك نتائج'],
  hi: ['के लिए कोई परिणाम नहीं', 'कोई परिणाम नहीं मिला', 'के लिए कोई नतीजा नहीं'],
  zh: ['没有找到任何与', '找不到符合', '沒有符合'],
}

/** How small pages say what they are, where nothing but words tells. */
export const REFUSAL_WORDS: readonly { readonly kind: PageKind; readonly words: Words }[] = [
  {
    kind: 'captcha',
    words: {
      en: [
        'Enter the characters you see below',
        'Type the characters you see in this image',
        'Robot Check',
        'Click the button below to continue shopping',
      ],
      de: [
        'Geben Sie die unten angezeigten Zeichen ein',
        'Geben Sie die Zeichen unten ein',
        'Klicke auf die Schaltfläche unten, um mit dem Einkauf fortzufahren',
      ],
      fr: [
        'Entrez les caractères que vous voyez ci-dessous',
        'Cliquez sur le bouton ci-dessous pour continuer vos achats',
        'Saisissez les caractères que vous voyez ci-dessous',
        'Cliquez sur le bouton ci-dessous pour continuer à magasiner',
        'Cliquez sur le bouton ci-dessous pour poursuivre vos achats',
      ],
      it: [
        'Inserisci i caratteri visualizzati nello spazio sottostante',
        'Fai clic sul pulsante qui sotto per continuare a fare acquisti',
        'Inserisci i caratteri che vedi',
        'Clicca sul pulsante qui sotto per continuare',
      ],
      es: [
        'Introduzca los caracteres que ve a continuación',
        'para seguir comprando',
        'Introduce los caracteres que ves',
        'Escriba los caracteres que ve',
        'Ingresa los caracteres que ves',
      ],
      nl: [
        'Voer de karakters in die u hieronder ziet',
        'Klik op de knop hieronder om verder te winkelen',
        'Voer de tekens in die',
        'Klik op de onderstaande knop om',
      ],
      pl: [
        'Wprowadź znaki widoczne poniżej',
        'Kliknij poniższy przycisk, aby kontynuować zakupy',
        'Wpisz znaki widoczne poniżej',
        'Wpisz znaki, które widzisz poniżej',
        'Kliknij przycisk poniżej, aby kontynuować',
      ],
      sv: [
        'Ange tecknen som du ser nedan',
        'Ange tecknen du ser nedan',
        'Ange de tecken du ser nedan',
        'Skriv in tecknen',
        'Klicka på knappen nedan för att fortsätta',
      ],
      pt: [
        'Digite os caracteres que você vê abaixo',
        'Introduza os caracteres que vê abaixo',
        'Insira os caracteres que você vê',
        'Clique no botão abaixo para continuar',
      ],
      ja: [
        '下に表示されている文字を入力してください',
        '下のボタンをクリックしてショッピングを続けてください',
        '画像に表示されている文字を入力',
      ],
      tr: ['Alışverişe devam et', 'Aşağıda gördüğünüz karakterleri'],
      ar: ['أدخل الأحرف التي تراها', 'اكتب الأحرف التي تراها', 'الزر أدناه لمتابعة', 'الزر أدناه لمواصلة'],
      hi: ['नीचे दिखाई दे रहे अक्षर', 'खरीदारी जारी रखने के लिए नीचे'],
    },
  },
  {
    kind: 'not_found',
    words: {
      en: ['Page Not Found', 'Looking for something?', 'is not a functioning page on our site'],
      de: ['Suchen Sie bestimmte Informationen', 'Dokument nicht gefunden', 'Seite nicht gefunden'],
      fr: [
        'Vous recherchez quelque chose',
        'Vous recherchez une page',
        'Page introuvable',
        'Page non trouvée',
        'Vous cherchez quelque chose',
      ],
      it: ['Cercavi qualcosa', 'Cerchi qualcosa in particolare', 'Pagina non trovata'],
      es: ['¿Buscas algo', 'Página no encontrada'],
      nl: ['Op zoek naar iets', 'Pagina niet gevonden', 'Pagina kan niet worden gevonden', 'Zoek je iets'],
      pl: ['Szukasz czegoś', 'Nie znaleziono strony', 'Nie można znaleźć strony', 'Strona nie została znaleziona'],
      sv: [
        'Letar du efter något',
        'Sidan hittades inte',
        'Söker du något',
        'Sidan kunde inte hittas',
        'Sidan finns inte',
      ],
      pt: ['Procurando alguma coisa', 'Página não encontrada'],
      ja: ['何かお探しですか', 'ページが見つかりません', 'お探しのページは'],
      tr: ['Bir şey mi arıyorsunuz', 'Sayfa Bulunamadı', 'Bir şey mi aradınız', 'Sayfa bulunamıyor'],
      ar: ['الصفحة غير موجودة', 'هل تبحث عن شيء', 'لم يتم العثور على الصفحة', 'تعذر العثور على الصفحة'],
      hi: ['क्या आप कुछ ढूंढ रहे हैं', 'पेज नहीं मिला'],
    },
  },
  {
    kind: 'throttled',
    words: {
      en: [
        'Sorry! Something went wrong',
        'Service Unavailable',
        'Server Busy',
        'Request was throttled',
        'Too Many Requests',
        // Of the networks in front of the marketplaces.
        'The request could not be satisfied',
        'Access Denied',
      ],
      de: ['Tut uns Leid'],
      fr: ['Toutes nos excuses', 'Désolé, une erreur', 'Une erreur est survenue', 'Une erreur s’est produite'],
      it: ['Ci dispiace'],
      es: ['Lo sentimos'],
      nl: ['Er is iets misgegaan', 'Onze excuses'],
      pl: ['Coś poszło nie tak', 'Przepraszamy'],
      sv: ['Något gick fel', 'Något har gått fel', 'Vi ber om ursäkt'],
      pt: ['Algo deu errado', 'Pedimos desculpa', 'Lamentamos'],
      ja: ['ご迷惑をおかけしています', '問題が発生しました', '申し訳ございません'],
      tr: ['Bir sorun oluştu', 'Bir şeyler ters gitti', 'Bir hata oluştu'],
      ar: ['حدث خطأ ما', 'عذرا! حدث خطأ', 'نعتذر'],
      hi: ['कुछ गलत हो गया', 'कुछ गड़बड़ हो गई'],
    },
  },
]
