import { Tiktoken } from 'js-tiktoken/lite'
import ranks from 'js-tiktoken/ranks/o200k_base'

const encoding = new Tiktoken(ranks)

/** Tokens of a text in the encoding o200k_base. Other models count differently, and in much the same proportions. */
export function countTokens(text: string): number {
  // A page may contain what a model would take for a special token: it is text.
  return encoding.encode(text, [], []).length
}
