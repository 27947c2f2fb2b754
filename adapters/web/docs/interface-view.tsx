import { useEffect } from 'preact/hooks'
import type { OpenApiDocument, PathItem } from '../../http/openapi/document.ts'
import { KeyField } from './key-field.tsx'
import { OperationView } from './operation-view.tsx'
import { Prose } from './prose.tsx'
import { SchemasView } from './schemas-view.tsx'
import { WebhooksView } from './webhooks-view.tsx'
import type { DescribedCall } from './to-request.ts'

/** The whole interface: what holds for all operations, the operations by subject, webhooks and schemas. */
export function InterfaceView({
  document: described,
  base,
}: {
  readonly document: OpenApiDocument
  readonly base: string
}) {
  const { info, tags, paths, webhooks, components } = described
  const calls = Object.entries(paths).flatMap(([path, item]) => listCalls(path, item))
  useEffect(openAddressed, [])
  return (
    <>
      <header class="stack">
        <h1>
          The interface of {info.title}, version {info.version}
        </h1>
        <p>
          As a document for programs: <a href={`${base}/api/v1/openapi.json`}>OpenAPI 3.1</a>.
        </p>
        <Prose text={info.description} level={2} />
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
      <SchemasView schemas={components.schemas} />
    </>
  )
}

function listCalls(path: string, item: PathItem): DescribedCall[] {
  return Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation }))
}

/** Opens what the address of the page names, now and when it changes. */
function openAddressed(): () => void {
  const open = (): void => {
    const element = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (element instanceof HTMLDetailsElement) element.open = true
    element?.scrollIntoView()
  }
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}
