import type { PageKind } from './page-kind.ts'

/** Words by language (ISO 639-1), as the page displays them. They are compared without case and diacritics. */
type Words = Readonly<Record<string, readonly string[]>>

/** How search pages say that nothing matched. */
export const NO_RESULTS_WORDS: Words = {
  en: ['No results for', 'did not match any products'],
  de: ['Keine Ergebnisse für', 'ergab leider keine Produkttreffer'],
  fr: ['Aucun résultat pour', 'ne correspond à aucun article'],
  it: ['Nessun risultato per', 'non corrisponde ad alcun'],
  es: ['No hay resultados para', 'no coincide con ningún producto', 'No se encontraron resultados'],
  nl: ['Geen resultaten voor'],
  pl: ['Brak wyników dla'],
  sv: ['Inga resultat för'],
  pt: ['Nenhum resultado para', 'não encontrou nenhum produto'],
  ja: ['に一致する商品はありません'],
  tr: ['için sonuç bulunamadı', 'için sonuç yok'],
  ar: ['لا توجد نتائج'],
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
      ],
      it: [
        'Inserisci i caratteri visualizzati nello spazio sottostante',
        'Fai clic sul pulsante qui sotto per continuare a fare acquisti',
      ],
      es: ['Introduzca los caracteres que ve a continuación', 'para seguir comprando'],
      nl: ['Voer de karakters in die u hieronder ziet', 'Klik op de knop hieronder om verder te winkelen'],
      pl: ['Wprowadź znaki widoczne poniżej', 'Kliknij poniższy przycisk, aby kontynuować zakupy'],
      sv: ['Ange tecknen som du ser nedan', 'Klicka på knappen nedan för att fortsätta handla'],
      pt: ['Digite os caracteres que você vê abaixo', 'Clique no botão abaixo para continuar comprando'],
      ja: ['下に表示されている文字を入力してください', '下のボタンをクリックしてショッピングを続けてください'],
      tr: ['Aşağıda gördüğünüz karakterleri girin', 'Alışverişe devam et'],
      ar: ['أدخل الأحرف التي تراها أدناه', 'انقر على الزر أدناه لمتابعة التسوق'],
    },
  },
  {
    kind: 'not_found',
    words: {
      en: ['Page Not Found', 'Looking for something?', 'is not a functioning page on our site'],
      de: ['Suchen Sie bestimmte Informationen', 'Dokument nicht gefunden', 'Seite nicht gefunden'],
      fr: ['Vous recherchez quelque chose', 'Page introuvable'],
      it: ['Cercavi qualcosa', 'Cerchi qualcosa in particolare', 'Pagina non trovata'],
      es: ['¿Buscas algo', 'Página no encontrada'],
      nl: ['Op zoek naar iets', 'Pagina niet gevonden'],
      pl: ['Szukasz czegoś', 'Nie znaleziono strony'],
      sv: ['Letar du efter något', 'Sidan hittades inte'],
      pt: ['Procurando alguma coisa', 'Página não encontrada'],
      ja: ['何かお探しですか', 'ページが見つかりません'],
      tr: ['Bir şey mi arıyorsunuz', 'Sayfa Bulunamadı'],
      ar: ['هل تبحث عن شيء ما', 'الصفحة غير موجودة'],
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
      fr: ['Toutes nos excuses'],
      it: ['Ci dispiace'],
      es: ['Lo sentimos'],
      nl: ['Er is iets misgegaan'],
      pl: ['Coś poszło nie tak', 'Przepraszamy'],
      sv: ['Något gick fel'],
      pt: ['Algo deu errado'],
      ja: ['ご迷惑をおかけしています'],
      tr: ['Bir sorun oluştu'],
      ar: ['حدث خطأ ما'],
    },
  },
]
