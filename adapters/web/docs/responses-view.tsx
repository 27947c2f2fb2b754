import type {
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  Reference,
  ResponseObject,
} from '../../http/openapi/document.ts'
import { Facts } from '../kit/facts.tsx'
import { Pre } from '../kit/pre.tsx'
import { Inline } from './prose.tsx'
import { TypeLink } from './type-link.tsx'

type Headers = OpenApiDocument['components']['headers']

/** The answers of an operation, by status: when they come, their headers, schema and examples. */
export function ResponsesView({
  responses,
  headers,
}: {
  readonly responses: OperationObject['responses']
  readonly headers: Headers
}) {
  return (
    <section class="stack" aria-label="Answers">
      <h3>Answers</h3>
      {Object.entries(responses).map(([status, response]) => (
        <ResponseView key={status} status={status} response={response} headers={headers} />
      ))}
    </section>
  )
}

function ResponseView({
  status,
  response,
  headers: all,
}: {
  readonly status: string
  readonly response: ResponseObject
  readonly headers: Headers
}) {
  const { description, headers, content } = response
  return (
    <details class="response">
      <summary>
        <span class={`tag ${status.startsWith('2') ? 'good' : 'bad'}`}>{status}</span>{' '}
        <span>
          <Inline text={description} />
        </span>
      </summary>
      <div class="stack">
        <Facts
          of={Object.entries(headers).map(([name, header]) => [
            name,
            <Inline text={resolve(header, all)?.description ?? ''} />,
          ])}
        />
        {Object.entries(content ?? {}).map(([type, { schema, examples }]) => (
          <div key={type} class="stack">
            <p>
              <code>{type}</code>: <TypeLink schema={schema} />
            </p>
            {Object.entries(examples).map(([name, { summary, value }]) => (
              <figure key={name} class="stack">
                <figcaption class="quiet small">{summary}</figcaption>
                <Pre
                  label={`Example: ${summary}`}
                  text={typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
                />
              </figure>
            ))}
          </div>
        ))}
      </div>
    </details>
  )
}

function resolve(header: Reference | HeaderObject, all: Headers): HeaderObject | undefined {
  return '$ref' in header ? all[header.$ref.slice(header.$ref.lastIndexOf('/') + 1)] : header
}
