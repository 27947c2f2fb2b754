import {
  isRole,
  operatorExists,
  unknownOperator,
  type KnownOperator,
  type OperatorAccount,
  type OperatorChange,
  type Operators,
} from '../operators.ts'
import { firstGeneration } from '../sources.ts'
import type { Connection } from './connection.ts'
import type { Fields } from './fields.ts'
import { loadScript } from './script.ts'

const CREATE_OPERATOR = loadScript('create-operator')
const UPDATE_OPERATOR = loadScript('update-operator')
const CHANGE_OPERATOR_PASSWORD = loadScript('change-operator-password')
const REMOVE_OPERATOR = loadScript('remove-operator')

export class RedisOperators implements Operators {
  private readonly connection: Connection

  constructor(connection: Connection) {
    this.connection = connection
  }

  async list(): Promise<readonly OperatorAccount[]> {
    const names = await this.connection.ask((redis) => redis.smembers(this.connection.name('operators')))
    const sorted = names.toSorted((a, b) => (a < b ? -1 : 1))
    const hashes = await this.connection.readHashes(sorted.map((name) => this.connection.name('operator', name)))
    return hashes.flatMap((fields) => (fields['name'] === undefined ? [] : [toAccount(fields)]))
  }

  async find(name: string): Promise<KnownOperator | null> {
    const [fields = {}] = await this.connection.readHashes([this.connection.name('operator', name)])
    return fields['name'] === undefined ? null : { ...toAccount(fields), passwordHash: fields['password_hash'] ?? '' }
  }

  async create({ name, role, passwordHash, createdAtMs }: Omit<KnownOperator, 'generation'>): Promise<OperatorAccount> {
    const generation = firstGeneration()
    const args = [name, role, passwordHash, createdAtMs, generation]
    const added = await this.connection.run<number>(CREATE_OPERATOR, args)
    if (added === 0) throw operatorExists(name)
    return { name, role, createdAtMs, generation }
  }

  async update(name: string, { role, passwordHash, endsSessions = false }: OperatorChange): Promise<OperatorAccount> {
    const more = passwordHash !== undefined || endsSessions ? 1 : 0
    const known = await this.connection.run<number>(UPDATE_OPERATOR, [name, role ?? '', passwordHash ?? '', more])
    const found = known === 1 ? await this.find(name) : null
    if (found === null) throw unknownOperator(name)
    const { passwordHash: _, ...account } = found
    return account
  }

  async changePassword(name: string, presentHash: string, passwordHash: string): Promise<boolean> {
    const args = [name, presentHash, passwordHash]
    return (await this.connection.run<number>(CHANGE_OPERATOR_PASSWORD, args)) === 1
  }

  async remove(name: string): Promise<void> {
    if ((await this.connection.run<number>(REMOVE_OPERATOR, [name])) === 0) throw unknownOperator(name)
  }
}

function toAccount(fields: Fields): OperatorAccount {
  const role = fields['role'] ?? ''
  return {
    name: fields['name'] ?? '',
    role: isRole(role) ? role : 'reader',
    createdAtMs: Number(fields['created_at_ms']),
    generation: Number(fields['generation']),
  }
}
