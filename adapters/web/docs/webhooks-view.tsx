import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { Facts } from '../kit/facts.tsx'
import { Pre } from '../kit/pre.tsx'
import { Inline, Prose } from './prose.tsx'

/** The requests that the service sends. */
export function WebhooksView({ webhooks }: { readonly webhooks: OpenApiDocument['webhooks'] }) {
  return (
    <section class="stack" aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      {Object.entries(webhooks).map(
        ([
          name,
          {
            post: { summary, description, parameters, requestBody },
          },
        ]) => (
          <details key={name} class="card operation" id={`webhook-${name}`}>
            <summary>
              <span class="method post">POST</span> <code>{name}</code> <span>{summary}</span>
            </summary>
            <div class="stack">
              <Prose text={description} />
              <Facts of={parameters.map((parameter) => [parameter.name, <Inline text={parameter.description} />])} />
              {Object.entries(requestBody?.content['application/json'].examples ?? {}).map(([key, example]) => (
                <Pre key={key} label={`Example: ${example.summary}`} text={JSON.stringify(example.value, null, 2)} />
              ))}
            </div>
          </details>
        ),
      )}
    </section>
  )
}
