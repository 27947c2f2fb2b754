import { recordsOfKind, requireFacts } from '../kit/records.ts'
import type { RecordReading } from './reader/protocol.ts'
import { pathOf, targetOf, type Target } from './service.ts'
import type { Origin } from './state.ts'

/** A program that gets the same record. */
export interface CodeExample {
  readonly name: string
  readonly text: string
}

const FILE = 'page.html'

/** A target that its query says in full. */
const WITHOUT_MORE = { place: {}, more: [] } as const

/** Programs that get the same record: from the service, if it can be asked, and from the saved page. `server`: where the service is. */
export function printSamples(origin: Origin, reading: RecordReading, server: string): readonly CodeExample[] {
  const target = targetOfOrigin(origin, reading)
  const file = origin.kind === 'file' && /^[\w.-]+$/.test(origin.name) ? origin.name : FILE
  return [...(target === null ? [] : fromService(server, target)), ...fromFile(file, otherRecordOf(reading))]
}

/** Absent: null, the page does not say what to ask for. */
function targetOfOrigin(origin: Origin, { extraction, record: name }: RecordReading): Target | null {
  const { domain, record } = extraction
  if (origin.kind === 'service' && targetOf(origin.question).record.name === name) return targetOf(origin.question)
  const facts = name === null ? null : requireFacts(name)
  if (origin.kind === 'sandbox' && (facts === null || origin.page.record === name)) {
    return { ...origin.page, ...WITHOUT_MORE, record: requireFacts(origin.page.record) }
  }
  if (domain === null || record === null || facts === null) return null
  return facts.isOfProduct && 'asin' in record ? { ...WITHOUT_MORE, record: facts, query: record.asin, domain } : null
}

function fromService(server: string, target: Target): CodeExample[] {
  const url = server + pathOf(target)
  const { record } = target
  return [
    { name: 'cURL', text: `curl -H "Authorization: Bearer $SHELFMARK_KEY" '${url.replaceAll("'", '%27')}'` },
    {
      name: 'TypeScript',
      text: `import { createClient } from 'shelfmark/client'

const client = createClient({ baseUrl: ${quote(server)}, key: process.env.SHELFMARK_KEY ?? '' })
const { data } = await client.${record.method}({ ${printQuery(target)} })
console.log(data)`,
    },
    {
      name: 'Python',
      text: `import json, os, urllib.request

request = urllib.request.Request(
    ${quote(url)},
    headers={"Authorization": f"Bearer {os.environ['SHELFMARK_KEY']}"},
)
with urllib.request.urlopen(request) as answer:
    print(json.load(answer))`,
    },
  ]
}

/** The parameters of a request as members of an object. One that is passed several times is a list. */
function printQuery({ query, domain, place, more }: Target): string {
  const values = new Map<string, string | string[]>(query === null ? [] : [['query', query]])
  for (const [name, value] of Object.entries({ domain, ...place })) values.set(name, value)
  for (const [name, value] of more) {
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : [earlier, value].flat())
  }
  return [...values].map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(', ')
}

/** The record that has to be named, because pages of the kind belong to another one. Absent: null. */
function otherRecordOf({ extraction, record }: RecordReading): string | null {
  return record === null || recordsOfKind(extraction.kind)[0]?.name === record ? null : record
}

/** `named`: the record to name. Absent: null, none. */
function fromFile(file: string, named: string | null): CodeExample[] {
  const option = named === null ? '' : ` --record ${named}`
  return [
    {
      name: 'TypeScript, from a saved page',
      text: [
        "import { readFileSync } from 'node:fs'",
        `import { ${named === null ? 'extractPage' : 'extractRecord'} } from 'shelfmark/pages'`,
        '',
        named === null
          ? `const { kind, record } = extractPage(readFileSync(${quote(file)}))`
          : `const { kind, record } = extractRecord(${quote(named)}, readFileSync(${quote(file)}))`,
        'console.log(kind, record)',
      ].join('\n'),
    },
    {
      name: 'Command line, from a saved page',
      text: `npx --no-install shelfmark extract ${file}${option} --pretty\nnpx --no-install shelfmark explain ${file}${option}`,
    },
  ]
}

/** A text as TypeScript and Python write it. */
function quote(text: string): string {
  return JSON.stringify(text)
}
