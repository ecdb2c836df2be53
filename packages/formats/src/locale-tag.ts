/** The canonical tag of a well-formed one, `pt_BR` taken for `pt-BR`; null for anything else. */
export function canonicalTag(text: string): string | null {
  try {
    // `Intl.getCanonicalLocales` of V8 leaves `tw` and `bh` as they are, but not `TW` and `BH`.
    return new Intl.Locale(text.replaceAll('_', '-')).toString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
