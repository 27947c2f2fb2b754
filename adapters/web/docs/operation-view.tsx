import type { OpenApiDocument } from '../../http/openapi/document.ts'
import { Prose } from './prose.tsx'
import { RequestForm } from './request-form.tsx'
import { ResponsesView } from './responses-view.tsx'
import type { DescribedCall } from './to-request.ts'

interface OperationViewProps {
  readonly call: DescribedCall
  readonly base: string
  readonly headers: OpenApiDocument['components']['headers']
}

/** An operation: what it does, its parameters to fill in, and its answers. Its address ends with its name. */
export function OperationView({ call, base, headers }: OperationViewProps) {
  const { method, path, operation } = call
  const { operationId, summary, description, security, responses } = operation
  return (
    <details class="card operation" id={operationId} data-operation={operationId}>
      <summary>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> <code>{path}</code> <span>{summary}</span>
      </summary>
      <div class="stack">
        <Prose text={description} />
        <p class="quiet small">
          {security.length === 0 ? 'Needs no key.' : 'Needs a key.'}{' '}
          <a href={`#${operationId}`}>Link to this operation</a>
        </p>
        <RequestForm call={call} base={base} />
        <ResponsesView responses={responses} headers={headers} />
      </div>
    </details>
  )
}
