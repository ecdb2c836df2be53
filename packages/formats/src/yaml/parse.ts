import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { FormatError } from '../format.ts';

/**
 * Returns the line and column of an offset, counted from 1. Line breaks follow YAML 1.2.2 section
 * 5.4.
 */
function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  for (let index = 0; index < offset; index++) {
    const code = text.charCodeAt(index);
    if (code !== 0x0a && code !== 0x0d) continue;
    if (code === 0x0d && text.charCodeAt(index + 1) === 0x0a) index += 1;
    line += 1;
    lineStart = index + 1;
  }
  return { line, column: Math.max(0, offset - lineStart) + 1 };
}

export function faultAt(text: string, offset: number, message: string, path = ''): FormatError {
  return new FormatError(message, { path, ...placeOf(text, offset) });
}

/** Messages in place of js-yaml's reasons, which name only the unexpected token. */
const REASONS: Readonly<Record<string, string>> = {
  'deficient indentation':
    'deficient indentation: a quoted text or a bracket of an earlier line is not closed',
};

/**
 * Returns the events of a YAML text. js-yaml's event parser builds no values: aliases cannot
 * expand, order and duplicate keys are visible, and `~` differs from `"~"`.
 * @throws FormatError with line and column.
 */
export function parseYaml(text: string, depth: number): Event[] {
  try {
    return parseEvents(text, { maxDepth: depth + 3 });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { mark, reason } = error;
    if (reason.startsWith('nesting exceeded')) throw tooDeep(text, mark?.position ?? 0, depth);
    const at = mark ? { line: mark.line + 1, column: mark.column + 1 } : {};
    throw new FormatError(REASONS[reason] ?? reason, at);
  }
}

export function tooDeep(text: string, offset: number, depth: number): FormatError {
  return faultAt(text, offset, `nested deeper than ${depth} levels`);
}

/** Returns the offset of an event. Returns -1 if the event has no offset. */
export function offsetOf(event: Event): number {
  if ('tagStart' in event && event.tagStart !== -1) return event.tagStart;
  if ('anchorStart' in event && event.anchorStart !== -1) return event.anchorStart - 1;
  if ('start' in event) return event.start;
  if (!('valueStart' in event) || event.valueStart === -1) return -1;
  const isQuoted = event.style === 2 || event.style === 3;
  return isQuoted ? event.valueStart - 1 : event.valueStart;
}
