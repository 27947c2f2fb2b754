import { useSignal } from '@preact/signals'
import { CopyButton } from '../kit/copy-button.tsx'
import { findSimulated } from '../kit/simulated.ts'
import { AnswerView, type Answer } from './answer-view.tsx'
import { key } from './key-field.tsx'
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
        <div class="field">
          <label for={`${operationId}-body`}>Body</label>
          <textarea
            id={`${operationId}-body`}
            rows={12}
            spellcheck={false}
            aria-describedby={`${operationId}-body-hint`}
            value={filled.value.body ?? ''}
            onInput={({ currentTarget }) => (filled.value = { ...filled.value, body: currentTarget.value })}
          />
          <span class="hint" id={`${operationId}-body-hint`}>
            {requestBody.description}
          </span>
        </div>
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
      <pre tabIndex={0} aria-label={`Command of ${operationId}`}>
        {curl}
      </pre>
      <div aria-live="polite">
        {answer.value === 'awaited' && <p class="quiet">The answer is awaited.</p>}
        {answer.value !== null && answer.value !== 'awaited' && (
          <AnswerView answer={answer.value} operationId={operationId} />
        )}
      </div>
    </form>
  )
}
