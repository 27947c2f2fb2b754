import '../kit/style/index.css'
import './playground.css'
import { render } from 'preact'
import { findBase, isForOperators, requirePage } from '../kit/base.ts'
import { Masthead } from '../kit/masthead.tsx'
import { operatorLinks, pageLinks } from '../kit/page-links.ts'
import { openSamples } from './open-samples.ts'
import { NamedReceipt } from './receipt-view.tsx'
import { ShownPage } from './shown-page.tsx'
import { Start } from './start.tsx'
import { activity, followAddress, receipt, shown } from './state.ts'
import { acceptDrops, acceptPastes } from './take-files.ts'

const base = findBase()

function Playground() {
  return (
    <>
      <Masthead home={`${base}/`} links={isForOperators() ? operatorLinks() : pageLinks(base, 'playground')} />
      <main id="main" tabIndex={-1} aria-busy={activity.value.kind === 'busy'}>
        <Status />
        {receipt.value !== null && <NamedReceipt receipt={receipt.value} />}
        {shown.value === null ? <Start /> : <ShownPage shown={shown.value} />}
      </main>
    </>
  )
}

/** Says what happens, also to screen readers. */
function Status() {
  const { value } = activity
  return (
    <div role="status" class={value.kind === 'idle' ? 'unseen' : `notice${value.kind === 'failed' ? ' bad' : ''}`}>
      {value.kind === 'idle' ? '' : value.text}
    </div>
  )
}

followAddress(openSamples)
acceptDrops()
acceptPastes()
render(<Playground />, requirePage())
