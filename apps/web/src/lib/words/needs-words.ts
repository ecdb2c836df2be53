/** Checks whose name and subject do not describe a finding completely. */
export const NEEDS_WORDS = /^(icu_|glossary_term|tag_content|too_long)/;
