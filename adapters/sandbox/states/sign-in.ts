import { inventRequestId, languageAttributes } from '../frame.ts'
import { html } from '../markup.ts'
import { stateRandom, type StateRenderer } from './state-page.ts'

/**
 * The form for the account. It comes with status 200, and only its address tells
 * it: every page has links to it.
 */
export const renderSignIn: StateRenderer = (locale, options) => {
  const random = stateRandom('sign_in', locale, options)
  const { host } = locale.marketplace
  const signIn = locale.phrases.states.sign_in
  const page = html`<!doctype html><html class="a-no-js"${languageAttributes(locale)} data-19ax5a9jf="dingo">
  <head>
<script type='text/javascript'>var ue_t0=ue_t0||+new Date();
var ue_id = '${inventRequestId(random)}',
    ue_url = '/ap/uedata',
    ue_sn = '${host}';
</script>
    <meta charset="utf-8">
    <title dir="ltr">${signIn}</title>
  </head>
  <body class="ap-locale-${locale.marketplace.language} a-m-us a-aui_72554-c auth-show-password-ready">
<div id="a-page">
    <div class="a-section a-padding-medium auth-workflow">
      <div class="a-section a-spacing-none auth-navbar">
        <div class="a-section a-spacing-medium a-text-center"><a class="a-link-nav-icon" tabindex="-1" href="/ref=ap_frn_logo"><i class="a-icon a-icon-logo" role="img"></i></a></div>
      </div>
      <div id="authportal-center-section" class="a-section">
        <div id="authportal-main-section" class="a-section">
          <form name="signIn" method="post" novalidate action="https://${host}/ap/signin" class="auth-validate-form auth-real-time-validation a-spacing-none">
            <input type="hidden" name="appAction" value="SIGNIN_PWD_COLLECT" />
            <input type="hidden" name="subPageType" value="SignInClaimCollect"/>
            <input type="hidden" name="openid.return_to" value="https://${host}${options.path}" />
            <div class="a-box"><div class="a-box-inner a-padding-extra-large">
              <h1 class="a-spacing-small">${signIn}</h1>
              <input type="email" maxlength="128" id="ap_email" name="email" tabindex="1" class="a-input-text a-span12 auth-autofocus auth-required-field"/>
              <span id="continue" class="a-button a-button-span12 a-button-primary"><span class="a-button-inner"><input id="continue" tabindex="5" class="a-button-input" type="submit" aria-labelledby="continue-announce"/><span id="continue-announce" class="a-button-text" aria-hidden="true">${signIn}</span></span></span>
            </div></div>
          </form>
        </div>
      </div>
    </div>
</div>
</body></html>
`
  return { status: 200, html: page.text }
}
