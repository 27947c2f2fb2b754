import type { ComponentChildren } from 'preact'

interface CardProps {
  readonly title: ComponentChildren
  /** Name of its region, for screen readers. Default: it is not a region. */
  readonly label?: string
  /** Buttons and choices beside the title. */
  readonly actions?: ComponentChildren
  readonly children?: ComponentChildren
}

/** A part of a view, with its title. */
export function Card({ title, label, actions, children }: CardProps) {
  return (
    <section class="card stack" aria-label={label}>
      <div class="row apart">
        <h2>{title}</h2>
        {Boolean(actions) && <div class="row">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
