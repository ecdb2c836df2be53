import {
  type MessageFormatElement,
  type PluralElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import type { RuntimeFault } from './runtime.ts';

type Parsed = MessageFormatElement[] | null;

function read(text: string, ignoreTag: boolean): Parsed | SyntaxError {
  try {
    return parse(text, { captureLocation: true, ignoreTag, shouldParseSkeletons: false });
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const VOID = /^<(?:br|hr|img|input|wbr)\s*>$/i;

/** Maximum number of tags that are reported for a text. The text is parsed again for each tag. */
const MAX_TAGS = 5;

/** Finds tags that FormatJS's parser rejects. Returns none for a text that is not an ICU message. */
export function findTagFaults(text: string): RuntimeFault[] {
  const faults: RuntimeFault[] = [];
  if (!text.includes('<') || read(text, true) instanceof SyntaxError) return faults;
  for (let rest = text; faults.length < MAX_TAGS; ) {
    const error = read(rest, false);
    if (!(error instanceof SyntaxError)) break;
    const { location } = error as SyntaxError & { location: { start: { offset: number } } };
    const start = rest.lastIndexOf('<', location.start.offset);
    if (start < 0) break;
    const tag = /^<[^<>{}]*>/.exec(rest.slice(start))?.[0] ?? '<';
    faults.push({
      start,
      end: start + tag.length,
      effect: 'refused',
      detail: `cannot read the tag ${tag}`,
      fix: VOID.test(tag) ? `${tag.slice(0, -1).trimEnd()}/>` : `'<'${tag.slice(1)}`,
    });
    rest = `${rest.slice(0, start)}(${rest.slice(start + 1)}`;
  }
  return faults;
}

/** Returns the reason why a library rejects an element of an ICU message. Null if the library accepts the element. */
export type Refusal = (element: MessageFormatElement, text: string) => string | null;

/** Finds elements of an ICU message that a library rejects, although FormatJS accepts them. */
export function findElementFaults(text: string, refusal: Refusal): RuntimeFault[] {
  if (!text.includes(',')) return [];
  const nodes = read(text, true);
  if (!Array.isArray(nodes)) return [];
  const faults: RuntimeFault[] = [];
  const visit = (list: readonly MessageFormatElement[]): void => {
    for (const node of list) {
      const detail = refusal(node, text);
      const { start, end } = node.location!;
      if (detail !== null) {
        faults.push({ start: start.offset, end: end.offset, effect: 'refused', detail });
      }
      if (node.type === TYPE.plural || node.type === TYPE.select) {
        for (const option of Object.values(node.options)) visit(option.value);
      }
    }
  };
  visit(nodes);
  return faults;
}

/** Returns the first exact option, such as `=0`, that the library does not support. Undefined if it supports all. */
export const otherExact = ({ options }: PluralElement, allowedKey: RegExp): string | undefined =>
  Object.keys(options).find((key) => key.startsWith('=') && !allowedKey.test(key));
