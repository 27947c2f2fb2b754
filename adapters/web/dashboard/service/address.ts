import { signal } from '@preact/signals'

/** Names of the views in addresses (`#/keys`). Order: of the navigation. */
export const VIEW_NAMES = [
  'overview',
  'keys',
  'requests',
  'usage',
  'plan',
  'batches',
  'watches',
  'layout',
  'sources',
  'health',
  'people',
] as const
export type ViewName = (typeof VIEW_NAMES)[number]

/** What the address of the page shows: `#/batches/ID?workspace=ws_uZ3kQm7tLx0VbNdR`. */
export interface Address {
  /** A name that no view has shows the overview. */
  readonly view: ViewName
  /** A thing of the view, such as a batch. Absent: null. */
  readonly id: string | null
  readonly params: URLSearchParams
}

export const address = signal(parse())

function parse(): Address {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?', 2)
  const [name = '', id = null] = path.split('/', 2)
  return { view: name as ViewName, id, params: new URLSearchParams(query) }
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

/** Parameters of an address. null: it has none of this name. */
type Params = Readonly<Record<string, string | null>>

/** Address of a view, for the same workspace. */
export function linkTo(view: ViewName, id: string | null = null, params: Params = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== null) query.set(name, value)
  const workspace = address.value.params.get('workspace')
  if (workspace !== null && !query.has('workspace')) query.set('workspace', workspace)
  return `#/${view}${id === null ? '' : `/${id}`}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Address of the view that is shown, with other parameters. */
export function linkWith(changes: Params): string {
  const { view, id, params } = address.value
  return linkTo(view, id, { ...Object.fromEntries(params), ...changes })
}

/** Shows the same view with other parameters. */
export function changeParams(changes: Params): void {
  location.hash = linkWith(changes)
}
