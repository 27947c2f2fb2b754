import type { OpenApiDocument } from '../../http/openapi/document.ts'

/** Loads the description of the interface. Rejects: with a sentence for the reader. */
export async function loadDocument(url: string): Promise<OpenApiDocument> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The description could not be loaded: the server answered ${answer.status}.`)
  return (await answer.json()) as OpenApiDocument
}
