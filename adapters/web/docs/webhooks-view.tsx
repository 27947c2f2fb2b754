import type { OpenApiDocument } from '../../http/openapi/document.ts'
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
              <dl class="facts">
                {parameters.map((parameter) => (
                  <>
                    <dt>{parameter.name}</dt>
                    <dd>
                      <Inline text={parameter.description} />
                    </dd>
                  </>
                ))}
              </dl>
              {Object.entries(requestBody?.content['application/json'].examples ?? {}).map(([key, example]) => (
                <pre key={key} tabIndex={0} aria-label={`Example: ${example.summary}`}>
                  {JSON.stringify(example.value, null, 2)}
                </pre>
              ))}
            </div>
          </details>
        ),
      )}
    </section>
  )
}
