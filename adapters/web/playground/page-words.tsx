import { shown } from './state.ts'

/** A text of the page: in its own direction, and its own language. */
export function PageWords({ text, class: name }: { readonly text: string; readonly class?: string }) {
  return (
    <span class={name} dir="auto" lang={languageOfPage()}>
      {text}
    </span>
  )
}

const LANGUAGE = /^[a-z]{2,3}(?=[-_]|$)/i

/** The language of the page, without its region. Absent: undefined, the page does not say. */
export function languageOfPage(): string | undefined {
  const lang = shown.value?.reading.page.attributes.find(([name]) => name === 'lang')?.[1]
  return LANGUAGE.exec(lang ?? '')?.[0]
}
