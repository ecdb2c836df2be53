import type { Fault } from '../fault.ts';
import { escapeText } from './escape-text.ts';

/** Returns `file:line:column: path: message`, without the unknown parts. */
export function describeFault({ message, path, file, line, column, requestId }: Fault): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  const parts = [place, path ?? '', message].filter((part) => part !== '');
  const request = requestId ? ` (request ${requestId})` : '';
  return escapeText(parts.join(': ') + request);
}
