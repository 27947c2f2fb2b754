import '../kit/style/index.css'
import './dashboard.css'
import { render } from 'preact'
import { requirePage } from '../kit/base.ts'
import { Masthead } from '../kit/masthead.tsx'
import { followAddress } from './service/address.ts'
import { restore, session } from './service/session.ts'
import { SignIn } from './sign-in.tsx'
import { Views } from './views.tsx'

function Dashboard() {
  const { value } = session
  if (typeof value === 'object') return <Views />
  return (
    <>
      <Masthead home="#/" links={[]} />
      <main id="main" tabIndex={-1}>
        {value !== 'unknown' && <SignIn reason={value} />}
      </main>
    </>
  )
}

followAddress()
void restore()
render(<Dashboard />, requirePage())
