import { BURST_SECONDS, PLANS } from '../../../core/policy/index.ts'

const rows = Object.entries(PLANS).map(
  ([name, { concurrency, sustainedPerSecond, burstPerSecond }]) =>
    `| ${name} | ${concurrency} | ${sustainedPerSecond} | ${burstPerSecond} |`,
)

/** The ceilings of each plan, in Markdown: where `docs_url` of the answer 429 leads. */
export const LIMITS = `## Limits

Each key has the ceilings of its plan. A request above them gets 429 \`rate_limited\` with \`Retry-After\`: wait that many seconds. A key can send the burst rate for ${BURST_SECONDS} seconds after a rest, and then the sustained rate. No second has more requests than the burst rate. Each page of a search counts as a request. The ceilings of the plan custom are the lowest; others are agreed, and its burst rate is twice the sustained one. The plan unlimited is for a server of your own.

| Plan | In flight | Sustained, a second | Burst, a second |
| --- | --- | --- | --- |
${rows.join('\n')}`
