import type { Locale } from '../locale/locale.ts'
import { Random } from '../truth/random.ts'
import { html, type Markup } from './html.ts'

/** Address of the form that asks for another place of delivery. */
export const FORM_PATH =
  '/portal-migration/hz/glow/get-rendered-address-selections?deviceType=desktop&pageType=Gateway&storeContext=NoStoreName&actionSource=desktop-modal'

const TOKEN_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The token that pages of a marketplace have for that form. */
export function formTokenOf(domain: string): string {
  return `h${new Random(`form token/${domain}`).text(TOKEN_CHARACTERS, 59)}`
}

/** What the header has of the form that asks for another place: nothing that a visitor sees. */
export function printAddressModal({ marketplace }: Locale): Markup {
  const token = formTokenOf(marketplace.domain)
  const modal = JSON.stringify({
    width: 375,
    closeButton: 'true',
    ajaxHeaders: { 'anti-csrftoken-a2z': token },
    name: 'glow-modal',
    url: FORM_PATH,
  })
  return html`<span id="nav-global-location-data-modal-action" class="a-declarative nav-progressive-attribute" data-a-modal="${modal}" data-action="a-modal"></span><input id="glowValidationToken" name="glow-validation-token" type="hidden" value="${token}" class="nav-progressive-attribute"/>`
}
