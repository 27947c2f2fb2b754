import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

interface ShownOnceProps {
  /** What to do with it, now. */
  readonly title: string
  readonly about?: string
  readonly secret: string
  /** What is copied, for screen readers. */
  readonly name: string
  readonly onClose: () => void
  readonly children?: ComponentChildren
}

/** A secret that was made now. */
export function ShownOnce({
  title,
  about = 'It is shown only this once.',
  secret,
  name,
  onClose,
  children,
}: ShownOnceProps) {
  return (
    <div class="notice stack" role="status">
      <p>
        <strong>{title}</strong> {about}
      </p>
      <div class="row">
        <code class="secret">{secret}</code>
        <CopyButton text={secret} name={name} />
        <Button text="Done" onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
