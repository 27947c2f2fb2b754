import '../parts/style/index.css'
import { render } from 'preact'
import { findBase, requirePage } from '../parts/base.ts'
import { Masthead } from '../parts/masthead.tsx'

const base = findBase()
const links = [
  { href: `${base}/`, text: 'Playground', isCurrent: true },
  { href: `${base}/docs`, text: 'Interface' },
]

render(
  <>
    <Masthead home={`${base}/`} links={links} />
    <main id="main" tabIndex={-1}>
      <h1>Where does each value come from?</h1>
    </main>
  </>,
  requirePage(),
)
