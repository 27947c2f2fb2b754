import { useSignal } from '@preact/signals'
import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

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
  const problem = useSignal<string | null>(null)
  const isBusy = useSignal(false)
  useEffect(() => element.current?.showModal(), [])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (onSubmit === undefined || isBusy.value) return
    isBusy.value = true
    onSubmit(new FormData(event.currentTarget)).then(onClose, (error: Error) => {
      problem.value = error.message
      isBusy.value = false
    })
  }
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        <h2 id="dialog-title">{title}</h2>
        {children}
        {problem.value !== null && (
          <p class="notice bad" role="alert">
            {problem.value}
          </p>
        )}
        <div class="row end">
          <button type="button" onClick={onClose}>
            {action === undefined ? 'Close' : 'Cancel'}
          </button>
          {action !== undefined && (
            <button type="submit" class={isDanger ? 'danger' : 'primary'} disabled={isBusy.value}>
              {action}
            </button>
          )}
        </div>
      </form>
    </dialog>
  )
}
