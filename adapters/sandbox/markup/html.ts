/** HTML that needs no more escaping. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Value of a template. Text is escaped, markup is not, lists are joined; null, undefined and false print nothing. */
export type Printable = Markup | string | number | null | undefined | false | readonly Printable[]

/** Template tag: `html\`<b>${name}</b>\`` escapes the name. The indentation of the template is not printed. */
export function html(template: TemplateStringsArray, ...values: readonly Printable[]): Markup {
  const parts = withoutIndentation(template)
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += print(value) + (parts[index + 1] ?? '')
  return new Markup(text)
}

const INDENTATION = /\n\s+/g
const known = new WeakMap<TemplateStringsArray, readonly string[]>()

function withoutIndentation(template: TemplateStringsArray): readonly string[] {
  let parts = known.get(template)
  if (parts === undefined) {
    parts = template.map((part) => part.replace(INDENTATION, '\n'))
    known.set(template, parts)
  }
  return parts
}

/** Wraps text that is already markup, such as a script. */
export function raw(text: string): Markup {
  return new Markup(text)
}

/** Prints a value as JSON that is safe inside a script. */
export function json(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'))
}

function print(value: Printable): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escape(value)
  if (typeof value === 'number') return String(value)
  return value.map(print).join('')
}

const SPECIAL = /[&<>"]/g
const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escape(text: string): string {
  return text.replace(SPECIAL, (character) => REFERENCES[character] ?? character)
}
