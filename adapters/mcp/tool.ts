import type { GenericSchema, InferOutput } from 'valibot'

/** What a tool answers. */
export interface ToolAnswer {
  /** For a model to read. */
  readonly text: string
  /** The same as data. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A tool that a model can call. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For a model: what it does, and when to use it. */
  readonly description: string
  readonly input: GenericSchema
  readonly output: GenericSchema
  /** Whether a call changes or creates something. */
  readonly writes: boolean
  /** Whether a call reaches the marketplace or a server. */
  readonly isRemote: boolean
  /** The argument that a parameter of the interface comes from. Default: the names are the same. */
  readonly argumentOf?: ((param: string) => string) | undefined
  /** Rejects: with an error that `toToolError` knows. */
  readonly run: (input: never, signal: AbortSignal) => Promise<ToolAnswer>
}

/** A tool whose `run` takes what its `input` parses. */
export function defineTool<Input extends GenericSchema>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (input: InferOutput<Input>, signal: AbortSignal) => Promise<ToolAnswer>
  },
): Tool {
  return tool
}
