import { signal } from '@preact/signals'
import { fail, openPage } from './state.ts'

/** Whether the person holds a file above the window. */
export const isDropping = signal(false)

/** Opens a saved page. */
export async function openFile(file: File): Promise<void> {
  try {
    await openPage(new Uint8Array(await file.arrayBuffer()), file.name)
  } catch (error) {
    fail(error)
  }
}

/** Opens a file that is dropped anywhere on the window. */
export function acceptDrops(): void {
  addEventListener('dragover', (event) => {
    event.preventDefault()
    isDropping.value = true
  })
  addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) isDropping.value = false
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    isDropping.value = false
    const [file] = event.dataTransfer?.files ?? []
    const text = event.dataTransfer?.getData('text/html') || event.dataTransfer?.getData('text/plain') || ''
    if (file !== undefined) void openFile(file)
    else if (text !== '') void openPage(text, 'dropped text')
  })
}
