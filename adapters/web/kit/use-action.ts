import { useSignal } from '@preact/signals'

export interface Action {
  readonly isBusy: boolean
  /** Why it failed the last time. Absent: null, it did not. */
  readonly problem: string | null
  /** Does it, unless it is being done. */
  readonly run: (work: () => Promise<unknown>) => void
}

/** What a button or a form does. */
export function useAction(): Action {
  const isBusy = useSignal(false)
  const problem = useSignal<string | null>(null)
  const perform = async (work: () => Promise<unknown>): Promise<void> => {
    isBusy.value = true
    problem.value = null
    try {
      await work()
    } catch (error) {
      problem.value = (error as Error).message
    }
    isBusy.value = false
  }
  return {
    isBusy: isBusy.value,
    problem: problem.value,
    run: (work) => {
      if (!isBusy.value) void perform(work)
    },
  }
}
