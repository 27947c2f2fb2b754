import { chooseTheme, theme, THEMES } from './theme.ts'

/** Chooses light, dark, or what the system has. */
export function ThemeButton() {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto'
  return (
    <button class="plain" onClick={() => chooseTheme(next)} title={`Change to ${next}`}>
      <span class="on-wide">Theme:</span> {theme.value}
    </button>
  )
}
