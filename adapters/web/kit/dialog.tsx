import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { Form } from './form.tsx'

interface DialogProps {
  readonly title: string
  /** What the button does, as its text. Absent: there is nothing to do but to close. */
  readonly action?: string
  readonly isDanger?: boolean
  /** Rejects: with an error whose message is shown, and the dialog stays. */
  readonly onSubmit?: (form: FormData) => Promise<void>
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A question, or a form, in front of the page. Escape closes it. */
export function Dialog({ title, action, isDanger = false, onSubmit, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  const submit = async (form: FormData): Promise<void> => {
    await onSubmit?.(form)
    onClose()
  }
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <Form
        class=""
        action={action ?? 'Close'}
        look={action === undefined ? undefined : isDanger ? 'danger' : 'primary'}
        onSubmit={submit}
        buttons={action !== undefined && <Button text="Cancel" onClick={onClose} />}
      >
        <h2 id="dialog-title">{title}</h2>
        {children}
      </Form>
    </dialog>
  )
}
