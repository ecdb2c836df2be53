/** Statement names by the statements' text. */
const names = new Map<string, string>();

/** Returns the name under which connections keep a statement. Undefined for an unnamed statement. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

export function nameStatement(text: string, name: string): void {
  names.set(text, name);
}
