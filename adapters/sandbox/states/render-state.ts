import type { Locale } from '../locale/locale.ts'
import { renderChallenge, renderInterstitial } from './challenge.ts'
import { renderNotFound, renderThrottled, renderThrottledTable } from './error-pages.ts'
import { renderCaptcha, renderGate, renderSignIn } from './forms.ts'
import { renderGallery, renderShell, renderTruncated } from './shop-pages.ts'
import type { StateOptions, StatePage, StateRenderer } from './state-page.ts'

/** All page states, by name. */
const renderers = {
  captcha: renderCaptcha,
  gate: renderGate,
  challenge: renderChallenge,
  akamai: renderInterstitial,
  throttled: renderThrottled,
  throttled_table: renderThrottledTable,
  sign_in: renderSignIn,
  not_found: renderNotFound,
  gallery: renderGallery,
  shell: renderShell,
  truncated: renderTruncated,
} satisfies Record<string, StateRenderer>

/** A page that is sent in place of the requested one. */
export type PageState = keyof typeof renderers

/** Names of all page states: pages that a marketplace sends instead of the requested one. */
export const pageStates = Object.keys(renderers) as readonly PageState[]

/** Prints a page state in the language of a marketplace. The result includes the status code that it has on the site. */
export function renderState(state: PageState, locale: Locale, options: StateOptions): StatePage {
  return renderers[state](locale, options)
}
