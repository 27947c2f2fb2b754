import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext } from 'playwright-core'
import { NotIsolatedError } from './not-isolated-error.ts'

/** Time for the probe page to try everything. Unit: ms. */
const PROBE_MS = 20_000
const PROBE_URL = 'https://probe.invalid/'

/**
 * Opens a page in a context as those of all pages, which tries to leave the browser: by WebRTC in each
 * kind of frame and in a new window, by sockets and requests of pages and workers. The ways end at
 * listeners on the loopback of this machine, which get nothing if the context is isolated. A browser
 * on another machine can't reach these listeners; there, the proof is that no window has WebRTC, and
 * that nothing was connected.
 *
 * Rejects: with a `NotIsolatedError`, when something left the browser, or the page did not say that nothing did.
 */
export async function proveIsolation(
  browser: Browser,
  openContext: (browser: Browser) => Promise<BrowserContext>,
): Promise<void> {
  const listeners = await listen()
  try {
    const ways = [...(await tryAll(browser, openContext, listeners.port)), ...listeners.reached()]
    if (ways.length > 0) throw new NotIsolatedError(`its pages reach the network: ${[...new Set(ways)].join(', ')}`)
  } finally {
    listeners.close()
  }
}

async function tryAll(
  browser: Browser,
  openContext: (browser: Browser) => Promise<BrowserContext>,
  port: number,
): Promise<readonly string[]> {
  const end = new AbortController()
  const context = await openContext(browser)
  try {
    const page = await context.newPage()
    await context.route('**/*', async (route) => {
      const isProbe = route.request().url() === PROBE_URL
      await (isProbe ? route.fulfill({ contentType: 'text/html', body: toProbe(port) }) : route.abort())
    })
    const probing = page
      .goto(PROBE_URL, { waitUntil: 'domcontentloaded', timeout: PROBE_MS })
      .then(() => page.evaluate<readonly string[]>('window.outcome'))
    probing.catch(() => undefined)
    const late = sleep(PROBE_MS, null, { signal: end.signal }).catch(() => null)
    const ways = await Promise.race([probing, late])
    if (Array.isArray(ways)) return ways as readonly string[]
    throw new NotIsolatedError(`its pages did not prove within ${PROBE_MS} ms that they can't reach the network`)
  } finally {
    end.abort()
    await context.close().catch(() => undefined)
  }
}

/** What arrives on a port of the loopback, by UDP and by TCP. */
async function listen(): Promise<{
  readonly port: number
  readonly reached: () => readonly string[]
  readonly close: () => void
}> {
  const reached: string[] = []
  const server = createServer((socket) => {
    reached.push('a connection to a port of this machine')
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = createSocket('udp4')
  socket.on('message', () => reached.push('a packet to a port of this machine'))
  // Without the same port for UDP, what the page itself finds remains.
  socket.on('error', () => undefined)
  socket.bind(port, '127.0.0.1')
  const close = (): void => {
    server.close()
    socket.close()
  }
  return { port, reached: () => reached, close }
}

/** The probe page. `window.outcome`: names of the ways that are open. */
const toProbe = (port: number): string => `<!doctype html><body><script>
const gather = (way, view) => new Promise((resolve) => {
  const Peer = view.RTCPeerConnection ?? view.webkitRTCPeerConnection
  if (Peer === undefined) return resolve([])
  const open = [way]
  setTimeout(() => resolve(open), 1000)
  try {
    const peer = new Peer({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] })
    view.top.peers = [...(view.top.peers ?? []), peer]
    peer.createDataChannel('x')
    peer.createOffer().then((offer) => peer.setLocalDescription(offer)).catch(() => 0)
  } catch {}
})
const frame = (change, use) => {
  const element = document.createElement('iframe')
  change(element)
  document.body.append(element)
  return use(element)
}
const told = (element, listenTo, name) => new Promise((resolve) => {
  setTimeout(() => resolve(['no answer from ' + name]), 5000)
  listenTo.addEventListener('message', ({ data, source }) => {
    if (source === null || source === element.contentWindow) resolve(data ? [name] : [])
  })
})
const inside = '<script>parent.postMessage("RTCPeerConnection" in self || "webkitRTCPeerConnection" in self, "*")<' + '/script>'
// Full Chromium gives it a process of its own, which may start before the context is told of it: so it is tried several times.
const sandboxed = () => frame((element) => { element.sandbox = 'allow-scripts'; element.srcdoc = inside }, (element) => told(element, window, 'WebRTC in a sandboxed frame'))
const asks = [
  () => gather('WebRTC', window),
  () => frame(() => 0, (element) => gather('WebRTC in a frame', element.contentWindow)),
  () => frame((element) => { element.src = 'javascript:0' }, (element) => gather('WebRTC in a frame of a script', element.contentWindow)),
  () => frame((element) => { element.srcdoc = inside }, (element) => told(element, window, 'WebRTC in a frame with its own text')),
  sandboxed,
  sandboxed,
  sandboxed,
  () => frame((element) => { element.src = URL.createObjectURL(new Blob([inside], { type: 'text/html' })) }, (element) => told(element, window, 'WebRTC in a frame of a blob')),
  () => connect(self, 'page'),
  () => {
    const code = 'const connect = ' + connect + ';connect(self, "worker").then((ways) => postMessage(ways))'
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
    return new Promise((resolve) => {
      setTimeout(() => resolve(['no answer from a worker']), 5000)
      worker.onmessage = ({ data }) => resolve(data)
    })
  },
]
async function connect(view, name) {
  const address = '127.0.0.1:${port}'
  const within = (way, work) => Promise.race([work.then(() => [way + ' of a ' + name], () => []), new Promise((resolve) => setTimeout(resolve, 1500, []))])
  const ways = await Promise.all([
    within('a request', fetch('http://' + address + '/', { mode: 'no-cors' })),
    within('a WebSocket', new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://' + address + '/')
      socket.onopen = resolve
      socket.onerror = reject
    })),
    view.WebTransport === undefined ? [] : within('WebTransport', new WebTransport('https://' + address + '/').ready),
  ])
  return ways.flat()
}
// A window takes the attention from this one, whose frames may then wait.
const openWindow = () => {
  const view = window.open('about:blank')
  return view === null ? [] : gather('WebRTC in a window', view)
}
window.outcome = Promise.all(asks.map((ask) => ask())).then(async (ways) => [...ways.flat(), ...(await openWindow())])
</script>`
