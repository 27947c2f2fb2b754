import './docs.css'
import { render } from 'preact'
import { findBase, requirePage } from '../kit/base.ts'
import { Masthead } from '../kit/masthead.tsx'
import { Problem } from '../kit/notice.tsx'
import { pageLinks } from '../kit/page-links.ts'
import { InterfaceView } from './interface-view.tsx'
import { loadDocument } from './load-document.ts'

const base = findBase()
const masthead = <Masthead home={`${base}/`} links={pageLinks(base, 'docs')} />

function show(content: preact.ComponentChildren): void {
  render(
    <>
      {masthead}
      <main id="main" tabIndex={-1}>
        {content}
      </main>
    </>,
    requirePage(),
  )
}

show(<p class="quiet">Loading …</p>)
loadDocument(`${base}/api/v1/openapi.json`).then(
  (document) => show(<InterfaceView document={document} base={base} />),
  (error: Error) => show(<Problem text={error.message} />),
)
