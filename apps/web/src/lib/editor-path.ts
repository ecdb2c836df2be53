/** Returns the address of the editor with a query and the locales that it shows. */
export const editorPath = (
  org: string,
  project: string,
  search: { q: string; l?: string },
): string => `/o/${org}/p/${project}/editor?${new URLSearchParams(search)}`;
