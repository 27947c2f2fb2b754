/** A part of a text that has a heading. */
interface TextSection {
  /** Its part of the address, after `#`. */
  readonly id: string
  readonly title: string
  readonly text: string
}

/** A description: what it begins with, and its parts. */
interface SplitText {
  readonly summary: string
  /** What holds for everything, before the first heading. */
  readonly rules: string
  readonly sections: readonly TextSection[]
}

/** Splits a description at its headings. The first paragraph is its summary. */
export function splitText(text: string): SplitText {
  const [before = '', ...parts] = text.split(/^## /m)
  const [summary = '', ...rules] = before.trim().split('\n\n')
  const sections = parts.map((part) => {
    const end = part.indexOf('\n')
    const title = end < 0 ? part : part.slice(0, end)
    return { id: `about-${title.toLowerCase().replaceAll(/\W+/g, '-')}`, title, text: part.slice(title.length).trim() }
  })
  return { summary, rules: rules.join('\n\n'), sections }
}
