import { ERRORS, REASONS, type ServiceErrorCode } from '../../../core/contract/index.ts'

const errorRows = Object.entries(ERRORS).map(
  ([code, { status, description, retryable }]) =>
    `| \`${code}\` | ${status} | ${description} | ${retryable ? 'yes' : 'no'} |`,
)

const reasonRows = Object.entries<Readonly<Record<string, string>>>(REASONS).flatMap(([code, reasons]) =>
  Object.entries(reasons).map(
    ([reason, sentence]) => `| \`${reason}\` | ${ERRORS[code as ServiceErrorCode].status} \`${code}\` | ${sentence} |`,
  ),
)

/** Every error and every reason, as tables in Markdown. */
const ERROR_TABLES = `| Code | Status | When | The same request may succeed later |
| --- | --- | --- | --- |
${errorRows.join('\n')}

| \`Svc-Reason\` | Error | Why |
| --- | --- | --- |
${reasonRows.join('\n')}`

/** Every error, in Markdown: where `type` of a problem leads. */
export const ERRORS_SECTION = `## Errors

The body of an error is \`{"error": "<code>"}\`, with more members where the code has some. With \`Accept: application/problem+json\`, it is a problem of RFC 9457: \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\` (the id of the request), then the same members. Answers with 404, 502 and 503 have the header \`Svc-Reason\`.

${ERROR_TABLES}`
