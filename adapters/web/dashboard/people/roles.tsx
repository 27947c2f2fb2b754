import type { Role } from '../../../store/people.ts'

/** Roles, from the least on, and what each may do. */
const ROLES: Readonly<Record<Role, string>> = {
  reader: 'reads, and changes nothing',
  operator: 'also changes workspaces, keys and batches',
  owner: 'also erases, backs up, and changes the operators',
}

const NAMES = Object.keys(ROLES) as Role[]

interface RoleSelectProps {
  readonly label: string
  readonly role: Role
  readonly onChoose: (role: Role) => void
}

/** Chooses the role of an operator. */
export function RoleSelect({ label, role, onChoose }: RoleSelectProps) {
  return (
    <select
      aria-label={label}
      class="small"
      value={role}
      onChange={({ currentTarget }) => {
        const chosen = NAMES.find((name) => name === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {NAMES.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** Chooses the role of a new operator, in a form. */
export function RoleFields() {
  return (
    <fieldset class="stack">
      <legend class="label">Role</legend>
      {NAMES.map((name, index) => (
        <label class="check" key={name}>
          <input type="radio" name="role" value={name} defaultChecked={index === 0} />
          {name}: {ROLES[name]}
        </label>
      ))}
    </fieldset>
  )
}
