import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Loaded<Value> {
  /** Absent: null, not loaded yet. */
  readonly value: Value | null
  /** Why the last attempt failed. Absent: null, it did not. */
  readonly problem: string | null
  readonly reload: () => void
}

/** Loads a value when the view is shown, and again when one of `keys` changes. */
export function useLoaded<Value>(load: () => Promise<Value>, keys: readonly unknown[]): Loaded<Value> {
  const value = useSignal<Value | null>(null)
  const problem = useSignal<string | null>(null)
  const start = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isOver = false
    const run = async (): Promise<void> => {
      try {
        const loaded = await load()
        if (isOver) return
        value.value = loaded
        problem.value = null
      } catch (error) {
        if (!isOver) problem.value = (error as Error).message
      }
    }
    start.current = () => void run()
    void run()
    return () => {
      isOver = true
    }
  }, keys)
  return { value: value.value, problem: problem.value, reload: () => start.current() }
}
