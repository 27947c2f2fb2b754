import type { KeyMode } from '../../../../core/policy/index.ts'
import { useLoaded, type Loaded } from '../../kit/use-loaded.ts'
import { ParamSelect } from './params.tsx'
import { address } from '../service/address.ts'

/** The mode of keys that the address asks for. Absent: null, it asks for none. */
export function readMode(): KeyMode | null {
  const asked = address.value.params.get('kind')
  return asked === 'live' || asked === 'test' ? asked : null
}

/** The mode of keys that is shown: live keys, unless only sandbox keys have something. */
export function useMode(workspace: string, hasAny: (mode: KeyMode) => Promise<boolean>): Loaded<KeyMode> {
  const asked = readMode()
  const find = async (): Promise<KeyMode> => ((await hasAny('live')) || !(await hasAny('test')) ? 'live' : 'test')
  return useLoaded(async () => asked ?? (await find()), [workspace, asked])
}

const MODES = [
  ['live', 'Live keys'],
  ['test', 'Sandbox keys'],
] as const

/** Chooses the mode of the keys whose rows are shown. */
export function ModeSelect({ mode }: { readonly mode: KeyMode }) {
  return <ParamSelect name="kind" label="Kind of keys" options={MODES} value={mode} />
}
