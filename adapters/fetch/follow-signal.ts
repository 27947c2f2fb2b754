/** A controller that is aborted when a caller's signal is. `unfollow` must be called in the end: the caller may live long. */
export function followSignal(caller: AbortSignal): { readonly own: AbortController; readonly unfollow: () => void } {
  const own = new AbortController()
  const leave = (): void => own.abort(caller.reason)
  if (caller.aborted) leave()
  caller.addEventListener('abort', leave, { once: true })
  return { own, unfollow: () => caller.removeEventListener('abort', leave) }
}
