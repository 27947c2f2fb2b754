import type { ComponentChildren, TargetedKeyboardEvent } from 'preact'

interface Tab<Name extends string> {
  readonly name: Name
  readonly text: ComponentChildren
}

interface TabsProps<Name extends string> {
  /** Says what the views are of, to screen readers. */
  readonly label: string
  readonly tabs: readonly Tab<Name>[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  /** The view that is shown. */
  readonly children: ComponentChildren
}

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** Views of one subject. One is shown. Arrow keys move between the tabs. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = label.replaceAll(' ', '-').toLowerCase()
  const move = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = step(
      tabs.findIndex(({ name }) => name === chosen),
      tabs.length,
    )
    const next = tabs[at]
    if (next === undefined) return
    onChoose(next.name)
    const button = event.currentTarget.children[at]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, text }) => (
          <button
            key={name}
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-view`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {text}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-view`} aria-labelledby={`${id}-tab-${chosen}`} class="stack">
        {children}
      </div>
    </>
  )
}
