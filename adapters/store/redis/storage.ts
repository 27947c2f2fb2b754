import { maxStoredBytes, type KeyMode, type StorageUsage } from '../../../core/policy/index.ts'
import { rememberRoom, type Storage } from '../storage.ts'
import { unknownWorkspace } from '../workspaces.ts'
import type { Connection } from './connection.ts'
import { toWorkspace } from './fields.ts'

const MEMORY = /^(used_memory|maxmemory|total_system_memory):(\d+)/gm

/** `fullPercent`: share of the memory of Redis above which there is no room. */
export class RedisStorage implements Storage {
  readonly hasRoom: Storage['hasRoom']
  private readonly connection: Connection

  constructor(connection: Connection, fullPercent: number) {
    this.connection = connection
    this.hasRoom = rememberRoom(async () => {
      const info = await connection.ask((redis) => redis.info('memory'))
      const sizes = new Map([...info.matchAll(MEMORY)].map(([, name = '', bytes]) => [name, Number(bytes)]))
      // A Redis without a limit of its own has that of its machine.
      const most = sizes.get('maxmemory') || sizes.get('total_system_memory') || Infinity
      return (sizes.get('used_memory') ?? 0) * 100 < most * fullPercent
    })
  }

  async usage(workspaceId: string, mode: KeyMode): Promise<StorageUsage> {
    const { connection } = this
    const workspace = connection.name('workspace', workspaceId)
    const stored = connection.name('workspace', workspaceId, 'stored')
    const [fields, bytes] = await connection.ask((redis) =>
      Promise.all([redis.hgetall(workspace), redis.hget(stored, mode)]),
    )
    if (fields['id'] === undefined) throw unknownWorkspace(workspaceId)
    return { bytes: Number(bytes ?? 0), maxBytes: maxStoredBytes(toWorkspace(fields), mode) }
  }
}
