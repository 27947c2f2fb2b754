import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'

export interface Loaded<Value> {
  /** Absent: null, not loaded yet. */
  readonly value: Value | null
  /** Why the last attempt failed. Absent: null, it did not. */
  readonly problem: string | null
  readonly reload: () => void
}

interface LoadOptions<Value> {
  /** When the value is loaded again by itself. Unit: ms. null: it is not. While the page is hidden, it waits. Default: it is not. */
  readonly again?: (value: Value) => number | null
}

/**
 * Loads a value when the view is shown, and again when one of `keys` changes.
 *
 * `load`: `isUnattended` says that the page asks by itself.
 */
export function useLoaded<Value>(
  load: (isUnattended: boolean) => Promise<Value>,
  keys: readonly unknown[],
  { again = () => null }: LoadOptions<Value> = {},
): Loaded<Value> {
  const value = useSignal<Value | null>(null)
  const problem = useSignal<string | null>(null)
  const start = useRef<() => void>(() => undefined)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (isUnattended: boolean): Promise<void> => {
      clearTimeout(timer)
      let pauseMs: number | null = null
      try {
        const loaded = await load(isUnattended)
        if (isOver) return
        value.value = loaded
        problem.value = null
        pauseMs = again(loaded)
      } catch (error) {
        if (isOver) return
        problem.value = (error as Error).message
        pauseMs = isUnattended ? RETRY_MS : null
      }
      if (pauseMs !== null) timer = setTimeout(() => whenShown(() => void run(true)), pauseMs)
    }
    const whenShown = (next: () => void): void => {
      if (isOver) return
      if (!document.hidden) next()
      else document.addEventListener('visibilitychange', () => whenShown(next), { once: true })
    }
    value.value = null
    start.current = () => void run(false)
    void run(false)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, keys)
  return { value: value.value, problem: problem.value, reload: () => start.current() }
}

/** Pause after a poll that failed. Unit: ms. */
const RETRY_MS = 5000
