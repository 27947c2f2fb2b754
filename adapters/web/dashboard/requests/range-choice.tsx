import type { TargetedSubmitEvent } from 'preact'
import { changeParams } from '../service/address.ts'
import { textOf } from '../../kit/text-of.ts'
import { fromLocalInput, RANGES, toLocalInput, type Range, type RangeName } from './range.ts'
import { Button } from '../../kit/button.tsx'
import { zone } from '../../kit/zone.ts'

/** Chooses the time range of the requests. */
export function RangeChoice({ range }: { readonly range: Range }) {
  return (
    <div class="row choice" role="group" aria-label="Time">
      {(Object.keys(RANGES) as RangeName[]).map((name) => (
        <Button
          text={RANGES[name]}
          key={name}
          aria-pressed={name === range.name}
          onClick={() =>
            changeParams({ range: name, after: null, ...(name === 'own' ? {} : { from: null, to: null }) })
          }
        />
      ))}
    </div>
  )
}

/** Asks for the ends of a time. */
export function OwnRange({ range: { fromMs, toMs } }: { readonly range: Range }) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string): string | null => fromLocalInput(textOf(form, name))
    changeParams({ range: 'own', from: read('from'), to: read('to'), after: null })
  }
  return (
    <form class="row" onSubmit={submit} key={`${zone.value} ${fromMs}`}>
      <label class="row">
        From <input name="from" type="datetime-local" defaultValue={toLocalInput(fromMs)} required />
      </label>
      <label class="row">
        to <input name="to" type="datetime-local" defaultValue={toLocalInput(toMs)} required />
      </label>
      <button type="submit">Show</button>
      <span class="quiet small">{zone.value === 'UTC' ? 'UTC' : 'Your local time'}</span>
    </form>
  )
}
