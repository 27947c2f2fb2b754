import { Sessions, type Session } from './sessions.ts'
import { SignInPlaces } from './sign-in-places.ts'
import { SignInRecorder } from './sign-in-recorder.ts'
import type { Door, KnownPerson } from '../../store/people.ts'
import type { Store } from '../../store/store.ts'
import type { Observers } from '../route/deps.ts'

/** A person who has signed in. */
export interface SignedIn {
  readonly session: Session
  /** As the store has it now. Absent: null, the session is of the token of the administration. */
  readonly person: KnownPerson | null
}

/** What is a door's own. */
export interface DoorRules {
  readonly name: Door
  /** Begins the paths of its routes. */
  readonly path: string
  /** Name of the cookie that holds the id of a session. */
  readonly cookie: string
  /** Path of that cookie, within the app. */
  readonly cookiePath: string
  /** Whether the address of a session is kept and shown. */
  readonly keepsAddress: boolean
  /** Whether people are refused while the server drains. */
  readonly closesWhileDraining: boolean
  /** Whether a person who has changed the password goes on in a new session. */
  readonly renewsSession: boolean
  /** What a page must know of its session, as JSON. */
  readonly print: (signedIn: SignedIn) => object
}

interface DoorOptions {
  /** Time without use after which a session ends. Unit: minutes. */
  readonly sessionMinutes: number
  /** Signs in as an owner, and is accepted without a session. Absent: null, the door takes no token. */
  readonly token: string | null
  /** Where browsers reach the door. Absent: null, it is not known. */
  readonly publicUrl: string | null
}

/** A door of this process. */
export interface OpenDoor extends DoorRules, Pick<DoorOptions, 'token' | 'publicUrl'> {
  readonly sessions: Sessions
  readonly signIns: SignInRecorder
  readonly places: SignInPlaces
}

/** What the routes of a door work with. */
export interface DoorDeps extends Observers {
  readonly store: Store
  /** Clock of the service. Unit: ms since 1970. */
  readonly epochMs: () => number
  readonly door: OpenDoor
}

export function openDoor<Rules extends DoorRules>(
  rules: Rules,
  { store, log, epochMs }: Pick<DoorDeps, 'store' | 'log' | 'epochMs'>,
  { sessionMinutes: idleMinutes, token, publicUrl }: DoorOptions,
): Rules & OpenDoor {
  const sessions = new Sessions({ store: store.personSessions, door: rules.name, idleMinutes, epochMs, token })
  const signIns = new SignInRecorder({ audit: store.audit, log, epochMs })
  return { ...rules, token, publicUrl, sessions, signIns, places: new SignInPlaces() }
}
