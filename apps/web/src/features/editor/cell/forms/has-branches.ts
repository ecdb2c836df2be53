import { ICU_FORMATS, type MessageFormat } from '@parlance/messages';

const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,/;

/**
 * True if a text may be an ICU message with plural or select options. Only the parser can decide this with certainty.
 */
export const hasBranches = (text: string): boolean => BRANCHES.test(text);

/** True for a text that is displayed as the forms of an ICU message. */
export const isMessage = (text: string, format: MessageFormat): boolean =>
  (ICU_FORMATS.has(format) || format === 'auto') && hasBranches(text);
