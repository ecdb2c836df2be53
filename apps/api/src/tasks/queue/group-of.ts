/**
 * Returns the project of a task as its pg-boss group. pg-boss can limit the number of concurrent
 * tasks in a group.
 */
export function groupOf(payload: object): { group?: { id: string } } {
  return 'projectId' in payload && typeof payload.projectId === 'string'
    ? { group: { id: payload.projectId } }
    : {};
}
