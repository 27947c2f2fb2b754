import type { Locale } from '../locale.ts'
import { inventRequestId, languageAttributes } from '../frame.ts'
import { html, json, type Markup } from '../markup.ts'
import type { Random } from '../random.ts'
import { robotNote } from './robot-note.ts'

const STYLES = 'https://images-na.ssl-images-amazon.com/images/G/01/AUIClients/AmazonUI.secure.min._V1_.css'

interface RefusalParts {
  /** What the visitor is told. */
  readonly message: string
  /** What stands in the form behind the hidden fields, above its button. */
  readonly fields: Markup
  /** Path that the form leads back to. */
  readonly path: string
}

/**
 * Small page with a form to `/errors/validateCaptcha`, which captcha and
 * click-through gate have in common.
 */
export function renderRefusal(locale: Locale, random: Random, { message, fields, path }: RefusalParts): string {
  const { host } = locale.marketplace
  const language = languageAttributes(locale)
  return html`<!DOCTYPE html>
<!--[if IE 8]>    <html${language} class="a-no-js a-lt-ie9"> <![endif]-->
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
    ue_id = ${json(inventRequestId(random))};
</script>
</head>
<body>

${robotNote}

<div class="a-container a-padding-double-large" style="min-width:350px;padding:44px 0 !important">
    <div class="a-row a-spacing-double-large" style="width: 350px; margin: 0 auto">
        <div class="a-row a-spacing-medium a-text-center"><i class="a-icon a-logo"></i></div>
        <div class="a-box a-alert a-alert-info a-spacing-base">
            <div class="a-box-inner">
                <i class="a-icon a-icon-alert"></i>
                <h4>${message}</h4>
            </div>
        </div>
        <div class="a-section">
            <div class="a-box a-color-offset-background">
                <div class="a-box-inner a-padding-extra-large">
                    <form method="get" action="/errors/validateCaptcha" name="">
                        <input type=hidden name="amzn" value="${inventToken(random)}" /><input type=hidden name="amzn-r" value="${path}" />
                        ${fields}
                        <div class="a-section a-spacing-extra-large">
                            <div class="a-row">
                                <span class="a-button a-button-primary a-span12">
                                    <span class="a-button-inner">
                                        <button type="submit" class="a-button-text">${locale.phrases.states.continue_button}</button>
                                    </span>
                                </span>
                            </div>
                        </div>
                    </form>
                </div>
            </div>
        </div>
    </div>
    <div class="a-divider a-divider-section"><div class="a-divider-inner"></div></div>
</div>
</body></html>
`.text
}

const BASE64_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function inventToken(random: Random): string {
  return `${random.text(BASE64_CHARACTERS, 22)}==`
}
