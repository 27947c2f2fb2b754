import { html } from '../markup.ts'
import { renderRefusal } from './refusal-frame.ts'
import { stateRandom, type StateRenderer } from './state-page.ts'

const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CAPITALS = 'ABCEFGHJKLMNPRTUXY'

/** The form that asks for the characters of a picture. It comes with status 200. */
export const renderCaptcha: StateRenderer = (locale, options) => {
  const random = stateRandom('captcha', locale, options)
  const message = locale.phrases.states.captcha
  const picture = `${random.text(SMALL_LETTERS, 8)}/Captcha_${random.text(SMALL_LETTERS, 10)}.jpg`
  const fields = html`<div class="a-row a-spacing-large">
                            <div class="a-box">
                                <div class="a-box-inner">
                                    <h4>${message}</h4>
                                    <div class="a-row a-text-center">
                                        <img src="https://images-na.ssl-images-amazon.com/captcha/${picture}">
                                    </div>
                                    <div class="a-row a-spacing-base">
                                        <input autocomplete="off" spellcheck="false" id="captchacharacters" name="field-keywords" class="a-span12" autocapitalize="off" autocorrect="off" type="text">
                                    </div>
                                </div>
                            </div>
                        </div>`
  return { status: 200, html: renderRefusal(locale, random, { message, fields, path: options.path }) }
}

/** The gate that asks for one click: the same form, whose characters are filled in. It comes with status 200. */
export const renderGate: StateRenderer = (locale, options) => {
  const random = stateRandom('gate', locale, options)
  const fields = html`<input type="hidden" name="field-keywords" value="${random.text(CAPITALS, 6)}" />`
  const message = locale.phrases.states.continue_shopping
  return { status: 200, html: renderRefusal(locale, random, { message, fields, path: options.path }) }
}
