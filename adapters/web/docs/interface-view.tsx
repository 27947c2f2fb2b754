import { useEffect } from 'preact/hooks'
import type { OpenApiDocument, PathItem } from '../../http/openapi/document.ts'
import { ContentsView } from './contents-view.tsx'
import { KeyField } from './key-field.tsx'
import { OperationView } from './operation-view.tsx'
import { Inline, Prose } from './prose.tsx'
import { SchemasView } from './schemas-view.tsx'
import { splitText } from './split-text.ts'
import { WebhooksView } from './webhooks-view.tsx'
import type { DescribedCall } from './to-request.ts'

/** The whole interface: the operations by subject, webhooks, what holds for all operations, and schemas; beside it, its contents. */
export function InterfaceView({
  document: described,
  base,
}: {
  readonly document: OpenApiDocument
  readonly base: string
}) {
  const { info, tags, paths, webhooks, components } = described
  const { summary, rules, sections } = splitText(info.description)
  const calls = Object.entries(paths).flatMap(([path, item]) => listCalls(path, item))
  useEffect(openAddressed, [])
  return (
    <div class="beside">
      <ContentsView document={described} />
      <div class="interface">
        <header class="stack">
          <h1>
            The interface of {info.title}, version {info.version}
          </h1>
          <p>
            <Inline text={summary} /> As a document for programs:{' '}
            <a href={`${base}/api/v1/openapi.json`}>OpenAPI 3.1</a>.
          </p>
        </header>
        <KeyField />
        {tags.map(({ name, description }) => (
          <section key={name} class="stack" aria-labelledby={`tag-${name}`}>
            <h2 id={`tag-${name}`}>{name}</h2>
            <p class="quiet">{description}</p>
            {calls
              .filter(({ operation }) => operation.tags.includes(name))
              .map((call) => (
                <OperationView key={call.operation.operationId} call={call} base={base} headers={components.headers} />
              ))}
          </section>
        ))}
        <WebhooksView webhooks={webhooks} />
        <section class="stack" aria-labelledby="all-operations">
          <h2 id="all-operations">For all operations</h2>
          <Prose text={rules} />
          {sections.map(({ id, title, text }) => (
            <section key={id} class="stack" aria-labelledby={id}>
              <h3 id={id}>{title}</h3>
              <Prose text={text} />
            </section>
          ))}
        </section>
        <SchemasView schemas={components.schemas} />
      </div>
    </div>
  )
}

function listCalls(path: string, item: PathItem): DescribedCall[] {
  return Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
}

/** Opens what the address of the page names, now and when it changes. */
function openAddressed(): () => void {
  const open = (): void => {
    const element = document.getElementById(readHash())
    if (element instanceof HTMLDetailsElement) element.open = true
    element?.scrollIntoView()
  }
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}

/** What the address names. An address that is not encoded right names nothing. */
function readHash(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}
