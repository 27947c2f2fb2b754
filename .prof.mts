import { openPageBrowser } from './adapters/retrieve/browser/page-browser.ts'
import { sandboxSource } from './adapters/retrieve/source/index.ts'
import { withBrowser } from './adapters/retrieve/browser/index.ts'
const N = Number(process.argv[2] ?? 20),
  C = Number(process.argv[3] ?? 1)
const browser = openPageBrowser({
  settings: { at: { path: '/usr/bin/chromium', hasSandbox: false }, pages: 4, recycleAfter: 500 },
  onProblem: console.log,
})
await browser.start()
const source = withBrowser(sandboxSource(), { browser, resources: null, rendersAll: true })
const t = Date.now()
let n = 0
const cpu0 = process.cpuUsage()
await Promise.all(
  Array.from({ length: C }, async () => {
    while (n < N) {
      n++
      await source
        .fetch(
          {
            kind: 'product',
            domain: 'de',
            url: 'https://www.amazon.de/dp/B0JSPRICE0?x=' + n,
            language: null,
            attempt: 1,
          },
          new AbortController().signal,
        )
        .catch((e) => console.log(e.message))
    }
  }),
)
const s = (Date.now() - t) / 1000
const c = process.cpuUsage(cpu0)
console.log({ perSecond: N / s, nodeCpuMs: (c.user + c.system) / 1000 / N })
await browser.close()
