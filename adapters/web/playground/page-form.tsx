import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../kit/button.tsx'
import { Field } from '../kit/field.tsx'
import { openPage } from './state.ts'
import { PagesOfFile } from './pages-of-file.tsx'
import { fileOfPages, isDropping, openFile } from './take-files.ts'

/** Takes a saved page: a file that is chosen or dropped, or text that is pasted. */
export function PageForm() {
  const input = useRef<HTMLInputElement>(null)
  const text = useSignal('')
  return (
    <section class={`card stack drop${isDropping.value ? ' over' : ''}`} aria-labelledby="page-form">
      <h2 id="page-form">A page that you saved</h2>
      <p class="quiet">
        It is read here, in your browser, by the same library that the server uses.{' '}
        <strong>Nothing leaves this machine.</strong>
      </p>
      <input
        ref={input}
        class="unseen"
        type="file"
        aria-label="Saved page"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) void openFile(file)
          currentTarget.value = ''
        }}
      />
      <div class="row">
        <Button text="Choose a file" class="primary" onClick={() => input.current?.click()} />
        <span class="quiet">or drop or paste it anywhere on this page</span>
      </div>
      <p class="hint">HTML, MHTML, WARC, HAR, JSON lines or a list of JSON, each also gzipped.</p>
      {fileOfPages.value !== null && <PagesOfFile {...fileOfPages.value} />}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.value.trim() !== '') void openPage(text.value, 'pasted text')
        }}
      >
        <Field
          label="Or paste its HTML"
          name="pasted"
          rows={4}
          placeholder="<!doctype html> …"
          value={text.value}
          onChange={(pasted) => (text.value = pasted)}
        />
        <div>
          <button disabled={text.value.trim() === ''}>Read it</button>
        </div>
      </form>
    </section>
  )
}
