import { html, json } from '../markup/html.ts'
import { languageAttributes } from '../markup/page-frame.ts'
import { stateRandom, type StateRenderer } from './state-page.ts'

const HEXADECIMALS = '0123456789abcdef'
const TOKEN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The challenge of the firewall, status 202: a script must run before the page is sent. */
export const renderChallenge: StateRenderer = (locale, options) => {
  const random = stateRandom('challenge', locale, options)
  const account = random.text(HEXADECIMALS, 12)
  const script = `https://${account}.${random.text(HEXADECIMALS, 8)}.us-east-1.token.awswaf.com/${account}/challenge.js`
  const properties = {
    key: random.text(TOKEN_CHARACTERS, 120),
    iv: random.text(TOKEN_CHARACTERS, 16),
    context: random.text(TOKEN_CHARACTERS, 240),
  }
  const page = html`<!DOCTYPE html>
<html${languageAttributes(locale)}><head><meta charset="utf-8"><title></title><script type="text/javascript">
window.awsWafCookieDomainList = [];
window.gokuProps = ${json(properties)};
</script><script src="${script}"></script></head>
<body><div id="challenge-container"></div><script type="text/javascript">
AwsWafIntegration.saveReferrer();
AwsWafIntegration.checkForceRefresh().then((forceRefresh) => {
  if (forceRefresh) AwsWafIntegration.forceRefreshToken().then(() => window.location.reload(true));
  else AwsWafIntegration.getToken().then(() => window.location.reload(true));
});
</script><noscript><h1>${locale.phrases.states.continue_shopping}</h1></noscript></body></html>
`
  return { status: 202, html: page.text }
}

/** The interstitial before searches, status 200: it requires a second request with a token. */
export const renderInterstitial: StateRenderer = (locale, options) => {
  const random = stateRandom('interstitial', locale, options)
  const token = `AAQAAAAJ_____${random.text(TOKEN_CHARACTERS, 80)}`
  const address = `${options.path}${options.path.includes('?') ? '&' : '?'}bm-verify=${token}`
  const page = html`<html${languageAttributes(locale)}><head><meta http-equiv="refresh" content="5; URL='${address}'"/><meta charset="utf-8"><title>&nbsp;</title></head>
<body><script>
var i = ${random.int(1_700_000_000, 1_799_999_999)};
var j = i + Number("${random.int(1000, 9999)}" + "${random.int(10_000, 99_999)}");
function triggerInterstitialChallenge() {
  var xhr = new XMLHttpRequest();
  xhr.open("POST", "/_sec/verify?provider=interstitial", false);
  xhr.setRequestHeader("Content-Type", "application/json");
  xhr.send(JSON.stringify({ "bm-verify": ${json(token)}, "pow": j }));
  location.reload();
}
triggerInterstitialChallenge();
</script></body></html>
`
  return { status: 200, html: page.text }
}
