import type { JSX } from 'preact'
import { Button } from '../kit/button.tsx'
import { Masthead } from '../kit/masthead.tsx'
import { Problem } from '../kit/notice.tsx'
import { Select } from '../kit/select.tsx'
import { useAction } from '../kit/use-action.ts'
import { ZoneButton } from '../kit/zone-button.tsx'
import { address, linkTo, VIEWS, type ViewName } from './service/address.ts'
import { BatchesView } from './batches/batches-view.tsx'
import { BatchView } from './batches/batch-view.tsx'
import { FirstWorkspace } from './first-workspace.tsx'
import { HealthView } from './health-view.tsx'
import { Loading } from '../kit/loading.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { KeysView } from './keys/keys-view.tsx'
import { LayoutView } from './layout/layout-view.tsx'
import { OverviewView } from './overview/overview-view.tsx'
import type { ViewProps } from './view-props.ts'
import { RequestsView } from './requests/requests-view.tsx'
import { PeopleView } from './people/people-view.tsx'
import { PlanView } from './plan-view.tsx'
import { session, signOut } from './service/session.ts'
import { SourcesView } from './sources/sources-view.tsx'
import { UsageView } from './usage/usage-view.tsx'
import { WatchesView } from './watches/watches-view.tsx'
import { WatchView } from './watches/watch-view.tsx'
import { loadWorkspaces, workspace, workspaces } from './service/workspaces.ts'

const SHOWN: Readonly<Record<ViewName, (props: ViewProps) => JSX.Element>> = {
  overview: OverviewView,
  layout: LayoutView,
  sources: SourcesView,
  keys: KeysView,
  requests: RequestsView,
  usage: UsageView,
  plan: PlanView,
  batches: BatchesView,
  watches: WatchesView,
  health: HealthView,
  people: PeopleView,
}

/** What a person who has signed in sees. */
export function Views() {
  const loaded = useLoaded(loadWorkspaces, [])
  const { problem, run } = useAction()
  const { view, id } = address.value
  const links = (Object.keys(VIEWS) as ViewName[]).map((name) => ({
    href: linkTo(name),
    text: VIEWS[name],
    isCurrent: name === view,
  }))
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
  if (view === 'batches' && id !== null) return <BatchView id={id} key={id} />
  if (view === 'watches' && id !== null) return <WatchView id={id} key={id} />
  const View = SHOWN[view]
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
