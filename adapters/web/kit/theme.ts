import { signal } from '@preact/signals'

/** Where a browser keeps the choice. */
const NAME = 'shelfmark.theme'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The theme that the person chose; `auto` follows the system. */
export const theme = signal<Theme>(readTheme())

function readTheme(): Theme {
  const kept = localStorage.getItem(NAME)
  return THEMES.find((name) => name === kept) ?? 'auto'
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  localStorage.setItem(NAME, chosen)
  applyTheme()
}

/** Shows the chosen theme. */
function applyTheme(): void {
  const { dataset } = document.documentElement
  if (theme.value === 'auto') delete dataset.theme
  else dataset.theme = theme.value
}

applyTheme()
