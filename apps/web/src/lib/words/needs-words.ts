/** Checks whose name and subject do not say it all. */
export const NEEDS_WORDS = /^(icu_|glossary_term|tag_content|too_long)/;
