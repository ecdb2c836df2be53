/** Returns the group of a task, which is its project, because pg-boss can limit the tasks of a group. */
export function groupOf(payload: object): { group?: { id: string } } {
  return 'projectId' in payload && typeof payload.projectId === 'string'
    ? { group: { id: payload.projectId } }
    : {};
}
