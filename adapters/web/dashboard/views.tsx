import { Button } from '../kit/button.tsx'
import { capitalize } from '../kit/capitalize.ts'
import { Masthead } from '../kit/masthead.tsx'
import { Problem } from '../kit/notice.tsx'
import { Select } from '../kit/select.tsx'
import { useAction } from '../kit/use-action.ts'
import { ZoneButton } from '../kit/zone-button.tsx'
import { address, linkTo, VIEW_NAMES, type ViewName } from './service/address.ts'
import { BatchesView } from './batches/batches-view.tsx'
import { BatchView } from './batches/batch-view.tsx'
import { FirstWorkspace } from './first-workspace.tsx'
import { HealthView } from './health-view.tsx'
import { Loading } from '../kit/loading.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { KeysView } from './keys/keys-view.tsx'
import { LayoutView } from './layout/layout-view.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import { RequestsView } from './requests/requests-view.tsx'
import { PeopleView } from './people/people-view.tsx'
import { PlanView } from './plan-view.tsx'
import { session, signOut } from './service/session.ts'
import { SourcesView } from './sources/sources-view.tsx'
import { UsageView } from './usage/usage-view.tsx'
import { WatchesView } from './watches/watches-view.tsx'
import { WatchView } from './watches/watch-view.tsx'
import { loadWorkspaces, workspace, workspaces } from './service/workspaces.ts'

const VIEWS = {
  overview: OverviewView,
  keys: KeysView,
  requests: RequestsView,
  usage: UsageView,
  plan: PlanView,
  batches: BatchesView,
  watches: WatchesView,
  layout: LayoutView,
  sources: SourcesView,
  health: HealthView,
  people: PeopleView,
} satisfies Record<ViewName, unknown>

/** Views of one thing, by the view that lists them: `#/batches/ID`. */
const THINGS: Partial<Record<ViewName, typeof BatchView>> = { batches: BatchView, watches: WatchView }

/** What a person who has signed in sees. */
export function Views() {
  const loaded = useLoaded(loadWorkspaces, [])
  const { problem, run } = useAction()
  const { id } = address.value
  const view = VIEW_NAMES.find((name) => name === address.value.view) ?? 'overview'
  const links = VIEW_NAMES.map((name) => ({ href: linkTo(name), text: capitalize(name), isCurrent: name === view }))
  return (
    <>
      <Masthead home={linkTo('overview')} links={links}>
        <Switcher />
        <ZoneButton />
        <Who />
        <Button text="Sign out" class="plain" onClick={() => run(signOut)} />
      </Masthead>
      <main id="main" tabIndex={-1}>
        <Problem text={problem} />
        {workspaces.value === null ? <Loading of={loaded}>{() => null}</Loading> : <Shown view={view} id={id} />}
      </main>
    </>
  )
}

function Shown({ view, id }: { readonly view: ViewName; readonly id: string | null }) {
  if (view === 'people') return <PeopleView />
  if (workspace.value === null) return <FirstWorkspace />
  const Thing = THINGS[view]
  if (Thing !== undefined && id !== null) return <Thing id={id} key={id} />
  const View = VIEWS[view]
  return <View workspace={workspace.value} key={workspace.value.id} />
}

/** Who has signed in, with a name of their own. */
function Who() {
  const { value } = session
  if (typeof value !== 'object' || value.operator === null) return null
  return (
    <a class="cut who" href={linkTo('people')} title={`${value.operator}, ${value.role}`}>
      {value.operator}
    </a>
  )
}

/** Chooses the workspace that is shown. */
function Switcher() {
  const all = workspaces.value ?? []
  if (all.length < 2) return null
  return (
    <Select
      label="Workspace"
      class="switcher"
      options={all.map(({ id, name }) => [id, name])}
      value={workspace.value?.id}
      onChange={(id) => (location.hash = linkTo(address.value.view, null, { workspace: id }))}
    />
  )
}
