import type { Fault } from '../fault.ts';
import { escapeMessage } from './escape-text.ts';

/** Returns the word before a warning. */
export const labelOf = ({ level }: Pick<Fault, 'level'>): string => level ?? 'warning';

/** Leaves out each error that the first one, the summary of a refused request, says in full. */
export const withoutRepeats = ([first, ...others]: readonly Fault[]): Fault[] =>
  first === undefined
    ? []
    : [
        first,
        ...others.filter(
          ({ message, file }) => file !== undefined || !first.message.includes(message),
        ),
      ];

/**
 * Returns the description of an error as `file:line:column: path: message`. Leaves out the parts
 * that are not known.
 */
export function describeFault({ message, path, file, line, column, requestId }: Fault): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const parts = [place, path ?? '', message].filter((part) => part !== '');
  const request = requestId ? ` (request ${requestId})` : '';
  return escapeMessage(parts.join(': ') + request);
}
