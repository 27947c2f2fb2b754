import {
  isRole,
  operatorExists,
  unknownOperator,
  type KnownOperator,
  type OperatorAccount,
  type OperatorChange,
  type Operators,
} from '../operators.ts'
import { firstGeneration, randomCharacters, type Sources } from '../sources.ts'
import type { Database } from './database.ts'
import {
  addPerson,
  changePerson,
  findPerson,
  PEOPLE_SUBJECT,
  removePerson,
  replacePassword,
  type PersonRow,
} from './people.ts'

const DOOR = 'dashboard'

export class SqlOperators implements Operators {
  private readonly database: Database
  private readonly sources: Sources

  constructor(database: Database, sources: Sources) {
    this.database = database
    this.sources = sources
  }

  async list(): Promise<readonly OperatorAccount[]> {
    const sql = 'SELECT * FROM people WHERE door = $1 ORDER BY name'
    return (await this.database.list<PersonRow>(sql, DOOR)).map(toAccount)
  }

  async find(name: string): Promise<KnownOperator | null> {
    const row = await findPerson(this.database, DOOR, name)
    return row === null ? null : { ...toAccount(row), passwordHash: row.password_hash ?? '' }
  }

  async create({ name, role, passwordHash, createdAtMs }: Omit<KnownOperator, 'generation'>): Promise<OperatorAccount> {
    const person: PersonRow = {
      door: DOOR,
      name,
      id: `op_${randomCharacters(16, this.sources.randomBytes)}`,
      role,
      workspace_id: null,
      password_hash: passwordHash,
      link_hash: null,
      link_expires_at_ms: null,
      created_at_ms: createdAtMs,
      generation: firstGeneration(),
    }
    await this.database.step(PEOPLE_SUBJECT, async (tx) => {
      if (!(await addPerson(tx, person))) throw operatorExists(name)
    })
    return toAccount(person)
  }

  async update(name: string, { role, passwordHash, endsSessions = false }: OperatorChange): Promise<OperatorAccount> {
    const row = await changePerson(this.database, DOOR, name, (person) => {
      const isNewPassword = passwordHash !== undefined && passwordHash !== person.password_hash
      return {
        ...(role === undefined ? {} : { role }),
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        generation: person.generation + Number(isNewPassword || endsSessions),
      }
    })
    if (row === null) throw unknownOperator(name)
    return toAccount(row)
  }

  async changePassword(name: string, presentHash: string, passwordHash: string): Promise<boolean> {
    return (await replacePassword(this.database, DOOR, name, presentHash, passwordHash)) !== null
  }

  remove(name: string): Promise<void> {
    return removePerson(this.database, { door: DOOR, name, workspaceId: null }, unknownOperator(name))
  }
}

function toAccount({ name, role, created_at_ms: createdAtMs, generation }: PersonRow): OperatorAccount {
  return { name, role: role !== null && isRole(role) ? role : 'reader', createdAtMs, generation }
}
