import { signal } from '@preact/signals'
import type { FoundPage } from './reader/protocol.ts'
import { askReader } from './reader/reader.ts'
import { activity, fail, openPage } from './state.ts'

/** Whether the person holds a file above the window. */
export const isDropping = signal(false)

/** A file that holds several pages. */
interface FileOfPages {
  readonly file: string
  readonly pages: readonly FoundPage[]
}

/** The file whose pages the person chooses from. Absent: null. */
export const fileOfPages = signal<FileOfPages | null>(null)

/** Opens the page of a file, or lists its pages where it holds several. */
export async function openFile(file: File): Promise<void> {
  activity.value = { kind: 'busy', text: `Reading ${file.name} …` }
  fileOfPages.value = null
  try {
    const pages = await askReader('findPages', new Uint8Array(await file.arrayBuffer()), file.name)
    const [first, ...more] = pages
    if (first === undefined) throw new Error(`${file.name} holds no page of HTML.`)
    if (more.length > 0) {
      fileOfPages.value = { file: file.name, pages }
      activity.value = { kind: 'idle' }
    } else if (first.problem === null) await openPage({ saved: first.name }, first.name)
    else throw new Error(`${first.name}: ${first.problem}`)
  } catch (error) {
    fail(error)
  }
}

/** Opens what is dropped or pasted: a file, or the text of a page. `how`: "pasted". */
function openTransfer(transfer: DataTransfer | null, how: string): boolean {
  const [file] = transfer?.files ?? []
  const [source = '', selection = ''] = ['text/plain', 'text/html'].map((type) => transfer?.getData(type))
  // Source of a page is text; a part of a page that is shown is HTML.
  const text = IS_HTML.test(source) ? source : selection || source
  if (file !== undefined) void openFile(file)
  else if (text.trim() !== '') void openPage(text, `${how} text`)
  else return false
  return true
}

const IS_HTML = /^\s*</

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
    openTransfer(event.dataTransfer, 'dropped')
  })
}

/** Opens a page that is pasted anywhere, except for text in a field. */
export function acceptPastes(): void {
  addEventListener('paste', (event) => {
    const { target, clipboardData } = event
    const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isInField && clipboardData?.files.length === 0) return
    if (openTransfer(clipboardData, 'pasted')) event.preventDefault()
  })
}
