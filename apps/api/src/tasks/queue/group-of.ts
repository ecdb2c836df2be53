/**
 * Returns the project of a task as its pg-boss group. pg-boss limits concurrent tasks per group.
 */
export function groupOf(payload: object): { group?: { id: string } } {
  return 'projectId' in payload && typeof payload.projectId === 'string'
    ? { group: { id: payload.projectId } }
    : {};
}
