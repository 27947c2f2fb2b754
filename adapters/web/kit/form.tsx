import type { ComponentChildren, TargetedSubmitEvent } from 'preact'
import { Problem } from './notice.tsx'
import { useAction } from './use-action.ts'

interface FormProps {
  /** Default: a card. */
  readonly class?: string
  /** Text of the button that sends it. */
  readonly action: string
  /** Look of that button. */
  readonly look?: 'primary' | 'danger' | undefined
  /** Rejects: with an error whose message is shown. Otherwise the form is empty again. */
  readonly onSubmit: (form: FormData) => Promise<unknown>
  /** Buttons before the one that sends it. */
  readonly buttons?: ComponentChildren
  /** Below the buttons. */
  readonly after?: ComponentChildren
  readonly children: ComponentChildren
}

/** Fields that are sent together, and why they could not be. */
export function Form({ class: name = 'card', action, look, onSubmit, buttons, after, children }: FormProps) {
  const { isBusy, problem, run } = useAction()
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const { currentTarget: form } = event
    run(async () => {
      await onSubmit(new FormData(form))
      form.reset()
    })
  }
  return (
    <form class={`${name} stack`} onSubmit={submit}>
      {children}
      <Problem text={problem} />
      <div class="row actions">
        {buttons}
        <button type="submit" class={look} disabled={isBusy}>
          {action}
        </button>
      </div>
      {after}
    </form>
  )
}
