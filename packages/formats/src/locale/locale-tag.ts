/** Returns the canonical form of a well-formed tag, reading `pt_BR` as `pt-BR`, or null for other input. */
export function canonicalTag(text: string): string | null {
  try {
    // V8's `Intl.getCanonicalLocales` leaves `tw` and `bh` unchanged, but not `TW` and `BH`.
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the language subtag of a canonical tag. */
export const languageOf = (tag: string): string => tag.split('-', 1)[0]!;
