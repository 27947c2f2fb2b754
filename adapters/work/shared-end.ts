import { setMaxListeners } from 'node:events'

/**
 * Ends many jobs at the same time. Each job in progress listens to its signal, and leaves it: the number of listeners
 * is limited by the slots of the jobs, so that Node's warning of a leak does not apply.
 */
export function sharedEnd(): AbortController {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  return end
}
