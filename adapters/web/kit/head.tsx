import type { ComponentChildren } from 'preact'

/** The top of a view: its name, what it is, and what can be done. */
export function Head({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}) {
  return (
    <div class="row apart">
      <div>
        <h1>{title}</h1>
        {about !== undefined && <p class="quiet">{about}</p>}
      </div>
      {children !== undefined && <div class="row">{children}</div>}
    </div>
  )
}

/** Shown where there is nothing: what to do. */
export function Empty({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div class="card empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  )
}
