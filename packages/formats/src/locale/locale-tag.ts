/**
 * Returns the canonical form of a BCP 47 tag. `pt_BR` is read as `pt-BR`. Returns null for a text
 * that is not well-formed.
 */
export function canonicalTag(text: string): string | null {
  try {
    // Uses `Intl.Locale`, because V8's `Intl.getCanonicalLocales` does not replace the lower-case
    // codes `tw` and `bh`.
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const languageOf = (tag: string): string => tag.split('-', 1)[0]!;
