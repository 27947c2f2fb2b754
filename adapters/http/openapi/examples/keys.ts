import type { Key, KeyCreated, KeyList, KeyRevoked, NewKey } from '../../../../core/contract/index.ts'

export const keyExample: Key = {
  id: 'key_Qr5tUv7WxYz01234',
  prefix: 'AbCdEfGhIjKl',
  kind: 'live',
  name: 'price watch',
  scopes: ['retrieve', 'batch', 'read'],
  allowed_addresses: [],
  created_at: '2026-01-08T09:30:00.000Z',
  expires_at: null,
  last_used_at: '2026-03-15T11:59:02.000Z',
}

export const keyListExample: KeyList = { keys: [keyExample] }

export const newKeyExample: NewKey = {
  name: 'nightly report',
  scopes: ['read'],
  expires_at: '2026-12-31T00:00:00.000Z',
}

export const keyCreatedExample: KeyCreated = {
  ...keyExample,
  id: 'key_Ab1cDe2fGh3iJk4l',
  prefix: 'MnOpQrStUvWx',
  name: 'nightly report',
  scopes: ['read'],
  created_at: '2026-03-15T12:00:00.000Z',
  expires_at: '2026-12-31T00:00:00.000Z',
  last_used_at: null,
  full_key: 'svc_live_MnOpQrStUvWx0123456789abcdefghijklmnopqrstuv',
}

export const keyRevokedExample: KeyRevoked = {
  ...keyExample,
  revoked_at: '2026-03-15T12:00:00.000Z',
  running_batches: 0,
  canceled_batches: 2,
  paused_watches: 1,
  paused_schedules: 0,
}
