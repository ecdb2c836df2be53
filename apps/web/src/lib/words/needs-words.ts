/**
 * Matches the codes of checks whose findings need a sentence. For other checks, the title and the
 * subject are sufficient.
 */
export const NEEDS_WORDS = /^(icu_|glossary_term|tag_content|too_long|runtime_)/;
