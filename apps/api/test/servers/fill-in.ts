/**
 * Replaces every occurrence of each text in a configuration.
 * @throws if a text does not occur
 */
export function fillIn(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`${from} is not there`);
    text = text.replaceAll(from, to);
  }
  return text;
}
