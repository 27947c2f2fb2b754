import type { ButtonHTMLAttributes } from 'preact'

interface ButtonProps extends ButtonHTMLAttributes {
  readonly text: string
  /** What it acts on, for screen readers: `Rotate shop`. */
  readonly of?: string
}

/** A button that does not send a form. */
export function Button({ text, of, ...button }: ButtonProps) {
  return (
    <button type="button" {...button}>
      {text}
      {of !== undefined && <span class="unseen"> {of}</span>}
    </button>
  )
}
