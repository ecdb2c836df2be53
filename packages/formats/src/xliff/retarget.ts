import { type RetargetOptions, XLIFF_VERSIONS, type XliffVersion } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { changeAttributes } from './inline/tag-text.ts';
import { openReader } from './read.ts';
import type { PlacedUnit } from './unit/placed-unit.ts';
import type { Span, XmlElement } from './xml-reader.ts';

/** Returns the target language of the first `<file>`. */
export function targetOf(base: Uint8Array): string | null {
  const head = Buffer.from(base.subarray(0, HEAD_BYTES)).toString();
  const tag = /<(?:file|xliff)\b[^<>]*?\s(?:target-language|trgLang)\s*=\s*["']([^"'<>]+)["']/.exec(
    head,
  );
  return tag === null ? null : canonicalTag(tag[1]!);
}

/** Returns the version of XLIFF that a file names. Undefined if a new file cannot have it. */
export function xliffVersionOf(bytes: Uint8Array): XliffVersion | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString();
  const named = /<xliff\b[^<>]*?\sversion\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
  return XLIFF_VERSIONS.find((version) => version === named);
}

/** Maximum number of bytes that are searched for the target language. */
const HEAD_BYTES = 64 * 1024;

/** Removes all targets and their states. Replaces the target language if the file states it. */
export async function retargetXliff(
  base: Uint8Array,
  { from, to, ...options }: RetargetOptions,
): Promise<Uint8Array> {
  const source = await decodeBase(base);
  const { text } = source;
  const edits = new Edits();
  const tags = new Map<number, { tag: Span; changes: Map<string, string | undefined> }>();
  const change = (tag: Span, name: string, value: string | undefined): void => {
    const known = tags.get(tag.start) ?? { tag, changes: new Map() };
    known.changes.set(name, value);
    tags.set(tag.start, known);
  };
  const { session, reader } = openReader({ ...options, localeTag: from, warn: () => {} });
  const remove = ({ tag, endTag }: { tag: Span; endTag: Span }): void => {
    let start = tag.start;
    while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start -= 1;
    edits.replace(start, endTag.end, '');
  };
  session.noteSkipped = remove;
  session.noteUnit = (unit: PlacedUnit) => {
    const isFirst = unit.version === '1.2';
    nameLanguage(unit.file.languageTag, isFirst ? 'target-language' : 'trgLang', to, change);
    const { target, stateTag } = unit;
    if (target !== undefined) remove(target);
    if (isFirst) change(unit.unit, 'approved', undefined);
    else if (stateTag !== undefined) {
      change(stateTag, 'state', undefined);
      change(stateTag, 'subState', undefined);
    }
  };
  await scanText(text, reader);
  reader.end();
  for (const { tag, changes } of tags.values()) {
    edits.replace(tag.start, tag.end, changeAttributes(text.slice(tag.start, tag.end), changes));
  }
  return edits.collect(source);
}

/**
 * Sets the target language. A file without a target language gets it when the patch adds the first
 * target.
 */
function nameLanguage(
  tag: XmlElement,
  name: string,
  to: string,
  change: (tag: Span, name: string, value: string) => void,
): void {
  const known = tag.attributes.find((one) => one.name === name);
  if (known?.value) change(tag, name, to);
}
