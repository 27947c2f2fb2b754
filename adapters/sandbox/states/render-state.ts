import type { Locale } from '../locale.ts'
import { renderShell, renderTruncated } from './broken-pages.ts'
import { renderCaptcha, renderGate } from './captcha.ts'
import { renderChallenge, renderInterstitial } from './challenge.ts'
import { renderNotFound, renderThrottled, renderThrottledTable } from './error-pages.ts'
import { renderGallery } from './gallery.ts'
import { renderSignIn } from './sign-in.ts'
import type { StateOptions, StatePage, StateRenderer } from './state-page.ts'

/** All pages that come in place of what was asked for, by their name. */
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

export type PageState = keyof typeof renderers

export const pageStates = Object.keys(renderers) as readonly PageState[]

/** Prints a page state in the language of a marketplace, with the status that it comes with. */
export function renderState(state: PageState, locale: Locale, options: StateOptions): StatePage {
  return renderers[state](locale, options)
}
