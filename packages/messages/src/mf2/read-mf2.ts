import type { MessageFormat } from '../token/token.ts';
import type { Mf2Fault } from './mf2-fault.ts';
import type { Mf2Message } from './mf2-message.ts';
import { parseMf2 } from './parse-mf2.ts';

/** Matches the beginning of a message with declarations or a matcher. */
export const BEGINS_MF2 = /^\s*\.(?:input\s*\{|local\s+\$|match\s+\$)/;

/**
 * Returns the data model of a text that is a message of MessageFormat 2 under the given format, or
 * an error if the message is invalid. Returns null for other texts. Under `auto`, a text is such a
 * message only if it begins with a declaration or a matcher, and is valid.
 */
export function readMf2(text: string, format: MessageFormat): Mf2Message | Mf2Fault | null {
  if (format === 'mf2') return parseMf2(text);
  if (format !== 'auto' || !BEGINS_MF2.test(text)) return null;
  const message = parseMf2(text);
  return message instanceof Error ? null : message;
}
