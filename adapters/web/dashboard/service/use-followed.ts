import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { CommandName, CommandResult, UncheckedInput } from '../../../http/admin/commands.ts'
import { administrate } from './administrate.ts'
import { follow } from './follow.ts'
import type { Loaded } from '../../kit/use-loaded.ts'

/** Pause before a result is asked for again, when its stream has ended or is refused. Unit: ms. */
const POLL_MS = 5000

/**
 * The result of a command, which follows what happens while the page is shown: by a stream of events, and without
 * one by asking again. There is one stream for a view: a browser has few connections to a server.
 */
export function useFollowed<Name extends CommandName>(
  command: Name,
  input: UncheckedInput<Name>,
): Loaded<CommandResult<Name>> {
  const value = useSignal<CommandResult<Name> | null>(null)
  const problem = useSignal<string | null>(null)
  const start = useRef<(isUnattended: boolean) => void>(() => undefined)
  useEffect(() => {
    let ender = new AbortController()
    const run = async (signal: AbortSignal, isFirstUnattended: boolean): Promise<void> => {
      const show = (result: CommandResult<Name>): void => {
        if (signal.aborted) return
        // A stream begins with what is shown already.
        if (JSON.stringify(result) !== JSON.stringify(value.value)) value.value = result
        problem.value = null
      }
      for (let isUnattended = isFirstUnattended; !signal.aborted; isUnattended = true) {
        try {
          show(await administrate(command, input, isUnattended))
          await showEach(follow(command, input, signal), show)
        } catch (error) {
          if (!signal.aborted) problem.value = (error as Error).message
        }
        await pause(signal)
      }
    }
    start.current = (isUnattended) => {
      ender.abort()
      ender = new AbortController()
      void run(ender.signal, isUnattended)
    }
    const followVisibility = (): void => {
      if (document.hidden) ender.abort()
      else start.current(true)
    }
    document.addEventListener('visibilitychange', followVisibility)
    start.current(false)
    return () => {
      document.removeEventListener('visibilitychange', followVisibility)
      ender.abort()
    }
  }, [command, JSON.stringify(input)])
  return { value: value.value, problem: problem.value, reload: () => start.current(false) }
}

/** A stream that is refused or breaks off is no problem: the result is asked for instead. */
async function showEach<Value>(results: AsyncIterable<Value>, show: (result: Value) => void): Promise<void> {
  try {
    for await (const result of results) show(result)
  } catch {
    // The next request says what is wrong, if anything is.
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
