/** Tasks of one project are a group, which pg-boss can limit. */
export function groupOf(payload: object): { group?: { id: string } } {
  return 'projectId' in payload && typeof payload.projectId === 'string'
    ? { group: { id: payload.projectId } }
    : {};
}
