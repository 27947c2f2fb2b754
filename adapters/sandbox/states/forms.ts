import type { Locale } from '../locale/locale.ts'
import { html, json, type Markup } from '../markup/html.ts'
import { generateRequestId, languageAttributes } from '../markup/page-frame.ts'
import type { Random } from '../truth/random.ts'
import { robotNote, stateRandom, type StateRenderer } from './state-page.ts'

const STYLES = 'https://images-na.ssl-images-amazon.com/images/G/01/AUIClients/AmazonUI.secure.min._V1_.css'

interface FormParts {
  /** Message to the visitor. */
  readonly message: string
  /** Fields of the form, between its hidden fields and its button. */
  readonly fields: Markup
  /** Path that the form leads back to. */
  readonly path: string
}

/** Prints the small page that captcha and click-through gate share: a form to `/errors/validateCaptcha`. */
function renderForm(locale: Locale, random: Random, { message, fields, path }: FormParts): string {
  const { host } = locale.marketplace
  const language = languageAttributes(locale)
  return html`<!DOCTYPE html>
<!--[if IE 8]>    <html${language} class="a-no-js"> <![endif]-->
<!--[if gt IE 8]><!-->
<html class="a-no-js"${language}><!--<![endif]--><head>
<meta http-equiv="content-type" content="text/html; charset=UTF-8">
<meta charset="utf-8">
<meta http-equiv="X-UA-Compatible" content="IE=edge,chrome=1">
<title dir="ltr">${locale.shopName}</title>
<meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="${STYLES}">
<script>
var ue_t0 = (+ new Date()),
    ue_sn = "opfcaptcha.${host.replace('www.', '')}",
    ue_id = ${json(generateRequestId(random))};
</script>
</head>
<body>
${robotNote}
<div style="width:350px;margin:44px auto"><i class="a-icon"></i><div class="a-box-inner"><i class="a-icon"></i><h4>${message}</h4></div><div class="a-box-inner">
<form method="get" action="/errors/validateCaptcha" name=""><input type=hidden name="amzn" value="${generateToken(random)}"/><input type=hidden name="amzn-r" value="${path}"/>
${fields}<span class="a-button"><button type="submit" class="a-button-text">${locale.phrases.states.continue_button}</button></span></form></div></div>
</body></html>
`.text
}

const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function generateToken(random: Random): string {
  return `${random.text(BASE64_CHARACTERS, 22)}==`
}

const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CAPITALS = 'ABCEFGHJKLMNPRTUXY'

/** The captcha, status 200: a form that asks for the characters of a picture. */
export const renderCaptcha: StateRenderer = (locale, options) => {
  const random = stateRandom('captcha', locale, options)
  const message = locale.phrases.states.captcha
  const picture = `${random.text(SMALL_LETTERS, 8)}/Captcha_${random.text(SMALL_LETTERS, 10)}.jpg`
  const fields = html`<div class="a-row"><div class="a-box-inner"><h4>${message}</h4><div class="a-row">
    <img src="https://images-na.ssl-images-amazon.com/captcha/${picture}"> </div><div class="a-row">
    <input autocomplete="off" spellcheck="false" id="captchacharacters" name="field-keywords" autocapitalize="off" autocorrect="off" type="text">
    </div></div></div>`
  return { status: 200, html: renderForm(locale, random, { message, fields, path: options.path }) }
}

/** The click-through gate, status 200: the same form with the characters filled in. */
export const renderGate: StateRenderer = (locale, options) => {
  const random = stateRandom('gate', locale, options)
  const fields = html`<input type="hidden" name="field-keywords" value="${random.text(CAPITALS, 6)}"/>`
  const message = locale.phrases.states.continue_shopping
  return { status: 200, html: renderForm(locale, random, { message, fields, path: options.path }) }
}

/**
 * The sign-in form, status 200. Only its address identifies it, because every
 * page links to it.
 */
export const renderSignIn: StateRenderer = (locale, options) => {
  const random = stateRandom('sign_in', locale, options)
  const { host } = locale.marketplace
  const signIn = locale.phrases.states.sign_in
  const page = html`<!doctype html><html class="a-no-js"${languageAttributes(locale)}><head><script>var ue_id = '${generateRequestId(random)}', ue_url = '/ap/uedata', ue_sn = '${host}';</script>
<meta charset="utf-8"><title dir="ltr">${signIn}</title></head><body class="ap-locale-${locale.marketplace.language}"><div id="a-page"><a href="/ref=ap_frn_logo"><i class="a-icon" role="img"></i></a>
<div id="authportal-center-section"><div id="authportal-main-section"><form name="signIn" method="post" novalidate action="https://${host}/ap/signin">
<input type="hidden" name="appAction" value="SIGNIN_PWD_COLLECT"/><input type="hidden" name="subPageType" value="SignInClaimCollect"/><input type="hidden" name="openid.return_to" value="https://${host}${options.path}"/>
<h1>${signIn}</h1><input type="email" maxlength="128" id="ap_email" name="email"/><span class="a-button"><input id="continue" type="submit" value="${signIn}"/></span></form></div></div></div></body></html>
`
  return { status: 200, html: page.text }
}
