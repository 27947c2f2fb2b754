import type { ComponentChildren } from 'preact'
import type { Loaded } from './use-loaded.ts'

interface LoadingProps<Value> {
  readonly of: Loaded<Value>
  readonly children: (value: Value) => ComponentChildren
}

/** Shows a value when it is loaded, and why it is not. */
export function Loading<Value>({ of: { value, problem, reload }, children }: LoadingProps<Value>) {
  return (
    <>
      {problem !== null && (
        <div class="notice bad row apart" role="alert">
          <span>{problem}</span>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {value === null ? problem === null && <p class="quiet">Loading …</p> : children(value)}
    </>
  )
}
