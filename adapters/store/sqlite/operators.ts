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
import type { Database } from './database.ts'

interface OperatorRow {
  readonly name: string
  readonly role: string
  readonly password_hash: string
  readonly created_at_ms: number
  readonly generation: number
}

export class SqliteOperators implements Operators {
  private readonly database: Database

  constructor(database: Database) {
    this.database = database
  }

  async list(): Promise<readonly OperatorAccount[]> {
    return this.database.list<OperatorRow>('SELECT * FROM operators ORDER BY name').map(toAccount)
  }

  async find(name: string): Promise<KnownOperator | null> {
    const [row] = this.database.list<OperatorRow>('SELECT * FROM operators WHERE name = ?', name)
    return row === undefined ? null : { ...toAccount(row), passwordHash: row.password_hash }
  }

  async create({ name, role, passwordHash, createdAtMs }: Omit<KnownOperator, 'generation'>): Promise<OperatorAccount> {
    const generation = firstGeneration()
    const added = this.database.run(
      `INSERT INTO operators (name, role, password_hash, created_at_ms, generation) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
      name,
      role,
      passwordHash,
      createdAtMs,
      generation,
    )
    if (added === 0) throw operatorExists(name)
    return { name, role, createdAtMs, generation }
  }

  async update(name: string, { role, passwordHash, endsSessions = false }: OperatorChange): Promise<OperatorAccount> {
    const [row] = this.database.list<OperatorRow>(
      `UPDATE operators SET role = coalesce(?, role), password_hash = coalesce(?, password_hash),
         generation = generation + ? WHERE name = ? RETURNING *`,
      role ?? null,
      passwordHash ?? null,
      passwordHash !== undefined || endsSessions ? 1 : 0,
      name,
    )
    if (row === undefined) throw unknownOperator(name)
    return toAccount(row)
  }

  async changePassword(name: string, presentHash: string, passwordHash: string): Promise<boolean> {
    const sql =
      'UPDATE operators SET password_hash = ?, generation = generation + 1 WHERE name = ? AND password_hash = ?'
    return this.database.run(sql, passwordHash, name, presentHash) > 0
  }

  async remove(name: string): Promise<void> {
    if (this.database.run('DELETE FROM operators WHERE name = ?', name) === 0) throw unknownOperator(name)
  }
}

function toAccount({ name, role, created_at_ms: createdAtMs, generation }: OperatorRow): OperatorAccount {
  return { name, role: isRole(role) ? role : 'reader', createdAtMs, generation }
}
