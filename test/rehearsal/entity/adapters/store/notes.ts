/** A line about a workspace, for operators. */
export interface Notes {
  /** Replaces the note of a workspace. Throws: `unknown_workspace`. */
  write(workspaceId: string, text: string): Promise<void>
  /** Absent: null, the workspace has none. */
  read(workspaceId: string): Promise<string | null>
}
