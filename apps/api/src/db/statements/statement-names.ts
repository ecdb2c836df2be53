/** Names of the statements by their text. */
const names = new Map<string, string>();

/** Returns the name under which connections keep a statement; undefined for a statement without one. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

export function nameStatement(text: string, name: string): void {
  names.set(text, name);
}
