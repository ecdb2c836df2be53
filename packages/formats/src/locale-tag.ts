/** The canonical tag of a well-formed one, `pt_BR` taken for `pt-BR`; null for anything else. */
export function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
