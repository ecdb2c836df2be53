import type { Fault } from '../fault.ts';
import { escapeMessage } from './escape-text.ts';

/** Returns the label that precedes a warning. */
export const labelOf = ({ level }: Pick<Fault, 'level'>): string => level ?? 'warning';

/** Omits each error that the first one, the summary of a rejected request, already contains. */
export const withoutRepeats = ([first, ...others]: readonly Fault[]): Fault[] =>
  first === undefined
    ? []
    : [
        first,
        ...others.filter(
          ({ message, file }) => file !== undefined || !first.message.includes(message),
        ),
      ];

/** Returns the description of an error as `file:line:column: path: message`. Omits unknown parts. */
export function describeFault({ message, path, file, line, column, requestId }: Fault): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const parts = [place, path ?? '', message].filter((part) => part !== '');
  const request = requestId ? ` (request ${requestId})` : '';
  return escapeMessage(parts.join(': ') + request);
}
