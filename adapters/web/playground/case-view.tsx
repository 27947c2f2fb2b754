import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Field } from '../kit/field.tsx'
import { Form } from '../kit/form.tsx'
import { formatSize } from '../kit/format.ts'
import { Pre } from '../kit/pre.tsx'
import { textOf } from '../kit/text-of.ts'
import { askReader } from './reader/reader.ts'
import type { CaseFile } from './reader/make-case.ts'
import type { Shown } from './state.ts'

/** Saves a page as a golden case: its skeleton with invented words, and the record that is expected of that. */
export function CaseView({ shown }: { readonly shown: Shown }) {
  const made = useSignal<CaseFile | null>(null)
  const { id } = shown.reading
  useEffect(() => void (made.value = null), [id])
  const make = async (form: FormData): Promise<void> => {
    made.value = null
    made.value = await askReader('makeCase', id, textOf(form, 'name'), textOf(form, 'why'))
  }
  return (
    <>
      <p class="small quiet">
        The parts of the page that its record was read from, with invented words, codes and long numbers, and the record
        of that. Compare both with the page before you propose the case: short numbers, such as prices, stay.
      </p>
      <Form class="" action="Make the case" look="primary" onSubmit={make}>
        <Field label="Name of the case" name="name" required placeholder="unit-price-first" />
        <Field label="What it guards against" name="why" required placeholder="The unit price precedes the price" />
      </Form>
      <div role="status" class="stack" aria-label="The case">
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
          <Pre
            label={`The file ${file.name}`}
            text={file.text.length > MAX_SHOWN ? `${file.text.slice(0, MAX_SHOWN)} …` : file.text}
          />
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
