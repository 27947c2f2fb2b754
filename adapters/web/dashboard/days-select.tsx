import { address, changeParams } from './service/address.ts'

const CHOICES = [7, 30, 90] as const

/** Days that the address asks for. */
export function readDays(): number {
  const asked = Number(address.value.params.get('days'))
  return CHOICES.find((count) => count === asked) ?? 30
}

/** Chooses how many days are shown. */
export function DaysSelect() {
  return (
    <select
      aria-label="Time"
      value={readDays()}
      onChange={({ currentTarget }) => changeParams({ days: currentTarget.value })}
    >
      {CHOICES.map((count) => (
        <option key={count} value={count}>
          Last {count} days
        </option>
      ))}
    </select>
  )
}
