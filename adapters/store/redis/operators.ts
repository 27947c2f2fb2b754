import {
  isRole,
  operatorExists,
  unknownOperator,
  type KnownOperator,
  type OperatorAccount,
  type OperatorChange,
  type Operators,
} from '../operators.ts'
import type { Connection } from './connection.ts'
import type { Fields } from './fields.ts'
import { loadScript } from './script.ts'

const CREATE_OPERATOR = loadScript('create-operator')
const UPDATE_OPERATOR = loadScript('update-operator')
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
    const added = await this.connection.run<number>(CREATE_OPERATOR, [name, role, passwordHash, createdAtMs])
    if (added === 0) throw operatorExists(name)
    return { name, role, createdAtMs, generation: 0 }
  }

  async update(name: string, { role, passwordHash, endsSessions = false }: OperatorChange): Promise<OperatorAccount> {
    const more = passwordHash !== undefined || endsSessions ? 1 : 0
    const known = await this.connection.run<number>(UPDATE_OPERATOR, [name, role ?? '', passwordHash ?? '', more])
    const found = known === 1 ? await this.find(name) : null
    if (found === null) throw unknownOperator(name)
    const { passwordHash: _, ...account } = found
    return account
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
