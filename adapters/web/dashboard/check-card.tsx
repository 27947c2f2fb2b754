import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from '../kit/button.tsx'
import { Card } from '../kit/card.tsx'
import { Said } from '../kit/notice.tsx'
import { useAction } from '../kit/use-action.ts'

interface CheckCardProps {
  readonly title: string
  /** Text of the button. Absent: null, the person may not check it. */
  readonly button: string | null
  /** Gives what it found. Rejects: with an error whose message is shown. */
  readonly check: () => Promise<string>
  readonly children: ComponentChildren
}

/** Something that is checked when a person asks for it. */
export function CheckCard({ title, button, check, children }: CheckCardProps) {
  const found = useSignal<string | null>(null)
  const { isBusy, problem, run } = useAction()
  const start = async (): Promise<void> => {
    found.value = null
    found.value = await check()
  }
  return (
    <Card
      title={title}
      actions={button !== null && <Button text={button} onClick={() => run(start)} disabled={isBusy} />}
    >
      {children}
      <Said text={problem ?? found.value} isBad={problem !== null} />
    </Card>
  )
}
