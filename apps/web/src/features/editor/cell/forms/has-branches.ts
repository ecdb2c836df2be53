import { type MessageFormat, PARSED_FORMATS } from '@parlance/messages';

const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,|^\s*\.(?:input|local)[\s\S]*\.match\s/;

/**
 * True if a text may be an ICU message with plural or select options, or a message of MessageFormat 2 with variants.
 * Only the parser can decide this with certainty.
 */
export const hasBranches = (text: string): boolean => BRANCHES.test(text);

/** True for a text that is displayed as the forms of a message. */
export const isMessage = (text: string, format: MessageFormat): boolean =>
  (PARSED_FORMATS.has(format) || format === 'auto') && hasBranches(text);
