import { useSignal, type Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from './service.ts'

/** What a view shows. */
export interface Asked<Result> {
  /** Absent: null, it is being loaded, or could not be. */
  readonly value: Signal<Result | null>
  readonly problem: Signal<string | null>
  readonly reload: () => void
}

/** Loads a value of the workspace, and again when its path changes. */
export function useAsked<Result>(path: string): Asked<Result> {
  const value = useSignal<Result | null>(null)
  const problem = useSignal<string | null>(null)
  const reload = (): void => {
    const load = async (): Promise<void> => {
      value.value = await ask<Result>('GET', path)
      problem.value = null
    }
    load().catch((error: Error) => (problem.value = error.message))
  }
  useEffect(reload, [path])
  return { value, problem, reload }
}
