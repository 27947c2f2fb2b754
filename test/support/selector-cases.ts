/**
 * A page, and selectors with the ids of the elements that browsers find for them. `test/browser/selectors.test.ts` asks
 * Chromium, `test/unit/selector-case.test.ts` asks our own.
 */
export const CASES_PAGE = `<!doctype html><html id=root><body id=body>
<DIV id=upper CLASS="x Y" data-ASIN="B0SHLF0001" dataState="Open"><P id=para Lang=DE-at title="Tea">tea</P></DIV>
<div id=lower class="X y" data-asin="b0shlf0001" TITLE="TEA"><a id=link REL="NoFollow" HREFLANG="FR" href="/A">a</a></div>
<input id=field TYPE="TEXT" Name="Q" value="TEXT" checked DISABLED><input id=turkish type="tİme" accept="&#x212A;">
<svg id=drawing viewBox="0 0 1 1" type="TEXT"><foreignObject id=foreign><b id=inner>b</b></foreignObject>
<linearGradient id=gradient gradientUnits="userSpaceOnUse"/><a id=svglink REL="NoFollow" TITLE="Tea"/></svg>
<math id=formula><annotation-xml id=note definitionURL="U" encoding="X"></annotation-xml></math>
<p id=words data-words="one&#160;two three&#9;FOUR"></p></body></html>`

export const SELECTOR_CASES: readonly (readonly [selector: string, ids: string])[] = [
  // Names of elements: of HTML in any case, of other elements as they are written.
  ['DIV', 'upper lower'],
  ['DiV.x', 'upper'],
  ['div.X', 'lower'],
  ['DIV > P', 'para'],
  [':is(DIV, P):not(INPUT) > A', 'link'],
  ['DIV:has(> A)', 'lower'],
  ['svg', 'drawing'],
  ['foreignObject', 'foreign'],
  ['foreignObject B', 'inner'],
  ['linearGradient', 'gradient'],
  ['a', 'link svglink'],
  // Names of attributes: the same.
  ['[data-ASIN]', 'upper lower'],
  ['[DATA-asin="B0SHLF0001"]', 'upper'],
  ['[dataState]', 'upper'],
  ['[datastate="Open"]', 'upper'],
  ['[ID="upper"]', 'upper'],
  ['P[TITLE="Tea"]', 'para'],
  ['[CLASS~="x"]', 'upper'],
  ['div:not([DATA-ASIN^="B"])', 'lower'],
  ['[viewBox]', 'drawing'],
  ['[gradientUnits="userSpaceOnUse"]', 'gradient'],
  ['[definitionURL]', 'note'],
  // Values: only of the attributes of the list of the standard, only of HTML elements, only in ASCII.
  ['[type="text"]', 'field'],
  ['[TYPE="Text"]', 'field'],
  ['[type="TEXT"]', 'field drawing'],
  ['[type="text" i]', 'field drawing'],
  ['[rel="nofollow"]', 'link'],
  ['[rel~="NOFOLLOW"]', 'link'],
  ['[rel="NoFollow"]', 'link svglink'],
  ['[hreflang|="fr"]', 'link'],
  ['[lang|="de"]', 'para'],
  ['[lang^="de-"]', 'para'],
  ['[title="tea"]', ''],
  ['[title="tea" i]', 'para lower svglink'],
  ['[value="text"]', ''],
  ['[name="q"]', ''],
  ['[href="/a"]', ''],
  ['[encoding="x"]', ''],
  ['[type="ti̇me"]', ''],
  ['[type="TİME"]', 'turkish'],
  ['[accept="k"]', ''],
  ['#UPPER', ''],
  ['.x', 'upper'],
  ['.Y', 'upper'],
  // White space between words is that of ASCII.
  ['[data-words~="three"]', 'words'],
  ['[data-words~="FOUR"]', 'words'],
  ['[data-words~="two"]', ''],
  ['[data-words~="one\u00A0two"]', 'words'],
]

/** Of other elements than those of HTML, names are as they are written. The standard says so; Chromium compares these in any case. */
export const FOREIGN_CASES: readonly (readonly [selector: string, ids: string])[] = [
  ['SVG', ''],
  ['foreignobject', ''],
  ['FOREIGNOBJECT', ''],
  ['lineargradient', ''],
  ['A', 'link'],
  ['[viewbox]', ''],
  ['[VIEWBOX]', ''],
  ['[gradientunits]', ''],
  ['[definitionurl]', ''],
]
