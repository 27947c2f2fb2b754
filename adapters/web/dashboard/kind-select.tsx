import type { KeyMode } from '../../../core/policy/index.ts'
import { useLoaded, type Loaded } from '../kit/use-loaded.ts'
import { ParamSelect } from './params.tsx'
import { address } from './service/address.ts'

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

const KINDS = [
  ['live', 'Live keys'],
  ['test', 'Sandbox keys'],
] as const

/** Chooses the kind of keys whose things are shown. */
export function KindSelect({ kind }: { readonly kind: KeyMode }) {
  return <ParamSelect name="kind" label="Kind of keys" options={KINDS} value={kind} />
}
