const names = new Map<string, string>();

/**
 * Returns the name under which connections prepare a statement. Undefined if they do not prepare
 * it.
 */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

export function nameStatement(text: string, name: string): void {
  names.set(text, name);
}
