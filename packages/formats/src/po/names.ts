/** Separates `msgctxt` and `msgid` in a key name, as in GNU's MO files. */
export const CONTEXT_END = '\u0004';

export const keyNameOf = (context: string | undefined, id: string): string =>
  context === undefined ? id : context + CONTEXT_END + id;

export function splitKeyName(name: string): { context: string | undefined; id: string } {
  const end = name.indexOf(CONTEXT_END);
  if (end === -1) return { context: undefined, id: name };
  return { context: name.slice(0, end), id: name.slice(end + 1) };
}
