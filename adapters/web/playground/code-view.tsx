import { findBase } from '../kit/base.ts'
import { CopyButton } from '../kit/copy-button.tsx'
import { Pre } from '../kit/pre.tsx'
import { printSamples } from './code.ts'
import type { Shown } from './state.ts'

/** Programs that get the same record. */
export function CodeView({ shown }: { readonly shown: Shown }) {
  const samples = printSamples(shown.origin, shown.reading, location.origin + findBase())
  return (
    <>
      {samples.map(({ name, text }) => (
        <section key={name} class="stack tight" aria-label={name}>
          <div class="row apart">
            <h2 class="small">{name}</h2>
            <CopyButton text={text} name={name} />
          </div>
          <Pre label={`Program: ${name}`} text={text} />
        </section>
      ))}
    </>
  )
}
