import type { KeyMode } from '../../../core/policy/index.ts'
import { address, changeParams } from './service/address.ts'
import { useLoaded, type Loaded } from '../kit/use-loaded.ts'

/** The kind of keys that the address asks for. Absent: null, none: then the kind that has something is shown. */
export function readKind(): KeyMode | null {
  const asked = address.value.params.get('kind')
  return asked === 'live' || asked === 'test' ? asked : null
}

/** The kind of keys that is shown: live keys, unless only sandbox keys have something. */
export function useKind(workspace: string, hasAny: (kind: KeyMode) => Promise<boolean>): Loaded<KeyMode> {
  const asked = readKind()
  const find = async (): Promise<KeyMode> => ((await hasAny('live')) || !(await hasAny('test')) ? 'live' : 'test')
  return useLoaded(async () => asked ?? (await find()), [workspace, asked])
}

/** Chooses the kind of keys whose things are shown. */
export function KindSelect({ kind }: { readonly kind: KeyMode }) {
  return (
    <select
      aria-label="Kind of keys"
      value={kind}
      onChange={({ currentTarget }) => changeParams({ kind: currentTarget.value, after: null })}
    >
      <option value="live">Live keys</option>
      <option value="test">Sandbox keys</option>
    </select>
  )
}
