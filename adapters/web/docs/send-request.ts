import type { Answer } from './answer-view.tsx'
import type { DocsRequest } from './to-request.ts'

/** Sends a request of the page. Gives the answer, or why there is none. */
export async function sendRequest({ url, method, headers, body }: DocsRequest): Promise<Answer> {
  const start = performance.now()
  try {
    const response = await fetch(url, { method, headers, body })
    const text = await response.text()
    return {
      status: response.status,
      durationMs: Math.round(performance.now() - start),
      headers: [...response.headers],
      body: indent(text),
    }
  } catch (error) {
    return { problem: `The request failed: ${(error as Error).message}` }
  }
}

/** JSON is indented; other texts stay as they are. */
function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
