import { useSignal } from '@preact/signals'
import { CopyButton } from '../kit/copy-button.tsx'
import { Field } from '../kit/field.tsx'
import { Pre } from '../kit/pre.tsx'
import { key } from '../kit/session-key.ts'
import { findSimulated } from '../kit/simulated.ts'
import { AnswerView, type Answer } from './answer-view.tsx'
import { ParameterField } from './parameter-field.tsx'
import { sendRequest } from './send-request.ts'
import { fillFirst, toCurl, toRequest, type DescribedCall } from './to-request.ts'

/** The parameters and the body of an operation, filled in with its examples; sends the request and shows the answer. */
export function RequestForm({ call, base }: { readonly call: DescribedCall; readonly base: string }) {
  const { operation } = call
  const { operationId, parameters, requestBody } = operation
  const filled = useSignal(fillFirst(operation))
  const answer = useSignal<Answer | 'awaited' | null>(null)
  const request = toRequest(location.origin + base, call, filled.value, key.value)
  const curl = toCurl(request)
  const simulated = findSimulated(key.value, request.url + (request.body ?? ''))
  const send = (event: Event): void => {
    event.preventDefault()
    answer.value = 'awaited'
    void sendRequest(request).then((arrived) => (answer.value = arrived))
  }
  return (
    <form class="stack" onSubmit={send} aria-label={`Request of ${operationId}`}>
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          id={`${operationId}-${parameter.name}`}
          parameter={parameter}
          value={filled.value.values[parameter.name] ?? ''}
          onChange={(value) =>
            (filled.value = { ...filled.value, values: { ...filled.value.values, [parameter.name]: value } })
          }
        />
      ))}
      {requestBody !== undefined && (
        <Field
          label="Body"
          name="body"
          id={`${operationId}-body`}
          rows={12}
          value={filled.value.body ?? ''}
          onChange={(body) => (filled.value = { ...filled.value, body })}
          hint={requestBody.description}
        />
      )}
      <div class="row">
        <button class="primary" disabled={answer.value === 'awaited'}>
          Send
        </button>
        <CopyButton text={curl} name="the command" />
      </div>
      {simulated !== null && (
        <p class="notice warn">
          <code>{simulated}</code> is a product of the sandbox. With a live key, ask for one of the shop.
        </p>
      )}
      <Pre label={`Command of ${operationId}`} text={curl} />
      <div aria-live="polite">
        {answer.value === 'awaited' && <p class="quiet">Waiting for the answer …</p>}
        {answer.value !== null && answer.value !== 'awaited' && (
          <AnswerView answer={answer.value} operationId={operationId} />
        )}
      </div>
    </form>
  )
}
