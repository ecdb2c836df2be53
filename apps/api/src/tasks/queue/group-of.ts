/**
 * Returns the group of a task for pg-boss, which limits concurrent tasks per group. The group is
 * the project.
 */
export function groupOf(payload: object): { group?: { id: string } } {
  return 'projectId' in payload && typeof payload.projectId === 'string'
    ? { group: { id: payload.projectId } }
    : {};
}
