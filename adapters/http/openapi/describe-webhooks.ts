import type { OpenApiDocument, ParameterObject } from './document.ts'
import { batchExample } from './examples/batch.ts'
import { spendingEventExample } from './examples/account.ts'
import { watchEventExample } from './examples/watch.ts'
import { schemaRef } from './schemas.ts'

const header = (name: string, description: string, example: string): ParameterObject => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})

const signature = header(
  'X-SVC-Signature',
  '`sha256=` and the HMAC-SHA256 of the body in lower-case hexadecimal digits.',
  'sha256=9b1f2c4d5e6a7b8c9d0e1f2a3b4c5d6e7f8a9b0c1d2e3f4a5b6c7d8e9f0a1b2c',
)

const standardHeaders = [
  header('webhook-timestamp', 'Time of the attempt. Unit: s since 1970.', '1773576044'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA256 of id, time and body, with dots between them, in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const repeated = { description: 'The delivery is repeated, up to six attempts in all.' }

/** The requests that the service sends: to the `webhook_url` of a batch or watch, and to the events URL of a workspace. */
export const webhooks: OpenApiDocument['webhooks'] = {
  'batch.completed': {
    post: {
      operationId: 'batchCompleted',
      tags: ['batch'],
      summary: 'A batch has ended',
      description: `Sent to the \`webhook_url\` of a batch when it has ended, also if it \`failed\`: its \`status\` says so. The body is what a poll of the batch gives, and every attempt sends the same bytes.

If the batch has a \`deliver\`, it is sent after the last attempt to write the results, and \`deliver\` says where they are.

Any 2xx answer ends the delivery. After another one, a redirect or no answer, it is repeated after 1, 2, 5, 15 and 60 minutes: six attempts in all. \`webhook_delivery_status\` of the batch is \`pending\`, \`retrying\`, \`delivered\` or \`failed\`.

Verify \`X-SVC-Signature\` before anything parses the body: compute the HMAC-SHA256 of its bytes with the whole \`webhook_signature_secret\` of the batch as the key, and compare in constant time. \`webhook-signature\` has the signatures of Standard Webhooks, which cover the time of the attempt too: its libraries take the secret as it is.`,
      security: [],
      parameters: [
        header('X-SVC-Event', 'Always `batch.completed`.', 'batch.completed'),
        header('X-SVC-Batch-Id', 'Id of the batch.', batchExample.id),
        signature,
        header('webhook-id', 'Id of the batch: the same in all attempts.', batchExample.id),
        ...standardHeaders,
      ],
      requestBody: {
        description: 'The batch, with all results.',
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('Batch'),
            examples: { batch: { summary: 'A batch that is complete', value: batchExample } },
          },
        },
      },
      responses: {
        '2XX': { description: 'The batch was received. The answer is not read beyond 64 KiB.' },
        default: repeated,
      },
    },
  },
  'watch.changed': {
    post: {
      operationId: 'watchChanged',
      tags: ['watch'],
      summary: 'A watched item has changed',
      description:
        'Sent to the `webhook_url` of a watch: `watch.changed` once for an item and a look, when a rule alerts or a new series begins. `watch.failing` and `watch.recovered` at the begin and end of a time without one record, `watch.paused` when the credits of its month are spent, and `watch.test` on request have no item and no changes. Signed and repeated as `batch.completed` is, with the secret of the watch.',
      security: [],
      parameters: [
        header('X-SVC-Event', 'As `event` of the body.', 'watch.changed'),
        header('X-SVC-Watch-Id', 'Id of the watch.', watchEventExample.watch),
        signature,
        header('webhook-id', 'Id of the event: the same in all attempts.', watchEventExample.id),
        ...standardHeaders,
      ],
      requestBody: {
        description: 'What has changed.',
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('WatchEvent'),
            examples: { event: { summary: 'A price that fell', value: watchEventExample } },
          },
        },
      },
      responses: {
        '2XX': { description: 'The event was received. The answer is not read beyond 64 KiB.' },
        default: repeated,
      },
    },
  },
  'spending.threshold': {
    post: {
      operationId: 'spendingThreshold',
      tags: ['account'],
      summary: 'A spending cap is nearly, or wholly, used up',
      description:
        'Sent to the events URL of a workspace, which operators set, within a minute after 80 or 100 % of its spending cap are reached: once for each of the two, each month and each cap. It is signed and repeated as `batch.completed` is, with the secret that operators got with the URL.',
      security: [],
      parameters: [
        header('X-SVC-Event', 'Always `spending.threshold`.', 'spending.threshold'),
        signature,
        header('webhook-id', 'Id of the event: the same in all attempts.', spendingEventExample.id),
        ...standardHeaders,
      ],
      requestBody: {
        description: 'What was reached.',
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('SpendingEvent'),
            examples: { event: { summary: '80 % of a cap of 50,000 credits', value: spendingEventExample } },
          },
        },
      },
      responses: {
        '2XX': { description: 'The event was received. The answer is not read beyond 64 KiB.' },
        default: repeated,
      },
    },
  },
}
