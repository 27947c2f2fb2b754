interface MeterProps {
  readonly label: string
  readonly value: number
  readonly most: number
}

/** How much of a limit is used. Nearly all of it is marked. */
export function Meter({ label, value, most }: MeterProps) {
  const share = most === 0 ? 1 : Math.min(1, value / most)
  return (
    <div
      class="bar"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(value, most)}
    >
      <span class={share >= 0.9 ? 'failed' : 'ok'} style={{ width: `${100 * share}%` }} />
    </div>
  )
}
