import { hashText } from '../tokenize/source.ts'

/**
 * A key to find elements by: the value of an attribute, such as an id; a class,
 * a tag name, or the name of an attribute. Equal keys are one object.
 */
export interface IndexKey {
  readonly kind: 'value' | 'class' | 'name' | 'attribute'
  readonly name: string
  /** Of an attribute; "" for the other kinds. */
  readonly value: string
  /** Of the value. */
  readonly hash: number
  /** Counts all keys, from 0. An index keeps what it finds under this number. */
  readonly number: number
}

const keys = new Map<string, IndexKey>()
/** Keys of classes, by the hash of the name. */
const classKeys = new Map<number, IndexKey[]>()

/** Selectors make keys when they are compiled, so there are not more than selectors need. */
export function toIndexKey(kind: IndexKey['kind'], name: string, value = ''): IndexKey {
  const id = JSON.stringify([kind, name, value])
  let key = keys.get(id)
  if (key === undefined) {
    key = { kind, name, value, hash: hashText(value), number: keys.size }
    keys.set(id, key)
    if (kind === 'class') addClassKey(key)
  }
  return key
}

function addClassKey(key: IndexKey): void {
  const hash = hashText(key.name)
  const others = classKeys.get(hash)
  if (others === undefined) classKeys.set(hash, [key])
  else others.push(key)
}

/** Number of all keys so far. */
export function countKeys(): number {
  return keys.size
}

/** Key of the class whose name is a range of a text. Absent: `undefined`, no selector names the class. */
export function findClassKey(hash: number, text: string, start: number, end: number): IndexKey | undefined {
  const sameHash = classKeys.get(hash)
  return sameHash?.find(({ name }) => name.length === end - start && text.startsWith(name, start))
}
