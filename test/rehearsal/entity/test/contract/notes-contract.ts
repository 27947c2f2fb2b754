import assert from 'node:assert/strict'
import type { Check } from './store-caller.ts'

/** What every store does with notes. */
export function checkNotes(check: Check): void {
  check('notes: the last one is read, also by the next process, and an erasure removes it', async (store, data) => {
    const { id } = await store.workspaces.create({ name: 'Acme' })
    assert.equal(await store.notes.read(id), null)
    await store.notes.write(id, 'calls on Mondays')
    await store.notes.write(id, 'calls on Tuesdays')
    await assert.rejects(store.notes.write('ws_unknown', 'x'), { code: 'unknown_workspace' })
    await store.close()
    const again = await data.open()
    assert.equal(await again.notes.read(id), 'calls on Tuesdays')
    await again.erase(id)
    assert.equal(await again.notes.read(id), null)
    await assert.rejects(again.notes.write(id, 'x'), { code: 'unknown_workspace' })
    await again.close()
  })
}
