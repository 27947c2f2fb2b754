import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { formatSize } from '../kit/format.ts'
import { askReader } from './reader/reader.ts'
import type { CaseFile } from './reader/make-case.ts'
import type { Shown } from './state.ts'

/** Saves a page as a golden case: its skeleton with invented words, and the record that is expected of that. */
export function CaseView({ shown }: { readonly shown: Shown }) {
  const name = useSignal('')
  const why = useSignal('')
  const made = useSignal<CaseFile | null>(null)
  const problem = useSignal<string | null>(null)
  const { id } = shown.reading
  useEffect(() => {
    made.value = null
    problem.value = null
  }, [id])
  const make = (event: Event): void => {
    event.preventDefault()
    problem.value = null
    askReader('makeCase', id, name.value.trim(), why.value.trim()).then(
      (own) => (made.value = own),
      (error: Error) => {
        made.value = null
        problem.value = error.message
      },
    )
  }
  return (
    <>
      <p class="small quiet">
        The parts of the page that its record was read from, with invented words, codes and long numbers, and the record
        of that. Compare both with the page before you propose the case: short numbers, such as prices, stay.
      </p>
      <form class="stack" onSubmit={make}>
        <div class="field">
          <label for="case-name">Name of the case</label>
          <input
            id="case-name"
            required
            autocomplete="off"
            spellcheck={false}
            placeholder="unit-price-first"
            value={name}
            onInput={({ currentTarget }) => (name.value = currentTarget.value)}
          />
        </div>
        <div class="field">
          <label for="case-why">What it guards against</label>
          <input
            id="case-why"
            required
            autocomplete="off"
            placeholder="The unit price precedes the price"
            value={why}
            onInput={({ currentTarget }) => (why.value = currentTarget.value)}
          />
        </div>
        <div>
          <button class="primary">Make the case</button>
        </div>
      </form>
      <div role="status" class="stack" aria-label="The case">
        {problem.value !== null && <p class="notice bad">{problem.value}</p>}
        {made.value !== null && <Made made={made.value} />}
      </div>
    </>
  )
}

function Made({ made }: { readonly made: CaseFile }) {
  const { name, files, lost, zip } = made
  const url = useDownload(zip)
  return (
    <>
      <p>
        <a class="button" href={url} download={`${name.replaceAll('/', '-')}.zip`}>
          Download {name}
        </a>{' '}
        <span class="quiet">{formatSize(zip.length)}, to unpack in the folder of the cases</span>
      </p>
      {lost.length > 0 && (
        <p class="notice">
          Not read as on the page: {lost.join(', ')}. What they were read from was not kept, or lost its words.
        </p>
      )}
      {files.toReversed().map((file) => (
        <section key={file.name} class="stack tight" aria-label={file.name}>
          <h2 class="small">
            {file.name}, {formatSize(file.text.length)}
          </h2>
          <pre tabIndex={0} aria-label={`The file ${file.name}`}>
            {file.text.length > MAX_SHOWN ? `${file.text.slice(0, MAX_SHOWN)} …` : file.text}
          </pre>
        </section>
      ))}
    </>
  )
}

/** More of a file is not shown. Unit: characters. */
const MAX_SHOWN = 20_000

/** An address of bytes, for as long as they are shown. */
function useDownload(bytes: Uint8Array): string {
  const url = useSignal('')
  useEffect(() => {
    const own = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }))
    url.value = own
    return () => URL.revokeObjectURL(own)
  }, [bytes])
  return url.value
}
