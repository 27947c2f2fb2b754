import { signal } from '@preact/signals'

/** Views, in the order of the navigation. */
export const VIEWS = {
  overview: 'Overview',
  keys: 'Keys',
  usage: 'Usage',
  plan: 'Plan',
  batches: 'Batches',
  layout: 'Layout',
  sources: 'Sources',
  health: 'Health',
} as const
export type ViewName = keyof typeof VIEWS

/** What the address of the page shows: `#/batches/ID?workspace=ws_1`. */
export interface Address {
  readonly view: ViewName
  /** A thing of the view, such as a batch. Absent: null. */
  readonly id: string | null
  readonly params: URLSearchParams
}

export const address = signal(parse())

function parse(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2)
  const [name = '', id = null] = path.split('/', 2)
  const view = Object.hasOwn(VIEWS, name) ? (name as ViewName) : 'overview'
  return { view, id, params: new URLSearchParams(query) }
}

export function followAddress(): void {
  addEventListener('hashchange', () => {
    const before = address.value
    address.value = parse()
    if (before.view !== address.value.view || before.id !== address.value.id) showTop()
  })
}

/** A new view is read from its top: also by screen readers. */
function showTop(): void {
  scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Address of a view, for the same workspace. `params`: null removes one. */
export function linkTo(
  view: ViewName,
  id: string | null = null,
  params: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(params)
  const workspace = address.value.params.get('workspace')
  if (workspace !== null && !query.has('workspace')) query.set('workspace', workspace)
  return `#/${view}${id === null ? '' : `/${id}`}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Shows the same view with other parameters. */
export function changeParams(changes: Readonly<Record<string, string>>): void {
  const { view, id, params } = address.value
  location.hash = linkTo(view, id, { ...Object.fromEntries(params), ...changes })
}
