import { type RetargetOptions, XLIFF_VERSIONS, type XliffVersion } from '../format.ts';
import { canonicalTag } from '../locale/locale-tag.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { scanText } from '../patch/scan.ts';
import { changeAttributes } from './inline/tag-text.ts';
import { formOfId, formsIn } from './plural-group.ts';
import { openReader } from './read.ts';
import { attributeOf } from './session.ts';
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
    const tagChanges = tags.get(tag.start) ?? { tag, changes: new Map() };
    tagChanges.changes.set(name, value);
    tags.set(tag.start, tagChanges);
  };
  const { session, reader } = openReader({ ...options, localeTag: from, warn: () => {} });
  const remove = ({ tag, endTag }: { tag: Span; endTag: Span }): void => {
    edits.replace(spaceBefore(text, tag.start), endTag.end, '');
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
  const changed = await edits.collect(source);
  return session.hasPlurals ? withForms(changed, { ...options, to }) : changed;
}

/** Gives each plural of a file the forms of another language. New forms repeat the last form. */
async function withForms(
  file: Uint8Array,
  { to, ...options }: Omit<RetargetOptions, 'from'>,
): Promise<Uint8Array> {
  const source = await decodeBase(file);
  const { text } = source;
  const edits = new Edits();
  const units: PlacedUnit[] = [];
  const { session, reader } = openReader({ ...options, localeTag: to, warn: () => {} });
  session.noteUnit = (unit) => units.push(unit);
  session.notePlural = (group) => {
    const groupUnits = units.filter(({ unit }) => unit.start > group.start);
    const count = formsIn(to, session.isQt).length;
    for (const [at, { unit, end }] of groupUnits.entries()) {
      if (at >= count) edits.replace(spaceBefore(text, unit.start), end, '');
    }
    const { unit, end } = groupUnits.at(-1) ?? {};
    const form = unit && formOfId(attributeOf(unit, 'id') ?? '');
    if (!unit || !form) return;
    const lead = text.slice(spaceBefore(text, unit.start), unit.start);
    for (let index = groupUnits.length; index < count; index++) {
      const id = new Map([['id', `${form.base}[${index}]`]]);
      const tag = changeAttributes(text.slice(unit.start, unit.end), id);
      edits.insert(end!, lead + tag + text.slice(unit.end, end));
    }
  };
  await scanText(text, reader);
  reader.end();
  return edits.collect(source);
}

function spaceBefore(text: string, offset: number): number {
  let start = offset;
  while (start > 0 && ' \t\r\n'.includes(text[start - 1]!)) start -= 1;
  return start;
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
  const existing = tag.attributes.find((attribute) => attribute.name === name);
  if (existing?.value) change(tag, name, to);
}
