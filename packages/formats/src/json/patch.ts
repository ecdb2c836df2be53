import type { FileRow, PatchOptions, PatchReport } from '../format.ts';
import { DEFAULT_KEY_SEPARATOR } from '../names/names.ts';
import { decodeBase, Edits } from '../patch/edits.ts';
import { Placement } from '../patch/placement.ts';
import { scanText } from '../patch/scan.ts';
import { WantedRows } from '../patch/wanted.ts';
import { indentOf, insertGroup } from './insert.ts';
import { quoteJson } from './quote.ts';
import { matchAngular } from './rows.ts';
import { type JsonContainer, JsonSurvey } from './survey.ts';

type SurveyOptions = PatchOptions & { hasLocale: boolean };

/**
 * Writes a JSON file in which texts of the base file are replaced. If texts are added, the file is
 * read a second time to find their positions.
 */
export async function* patchJson(
  base: Uint8Array,
  rows: AsyncIterable<FileRow[]>,
  given: PatchOptions,
): AsyncGenerator<Uint8Array, PatchReport> {
  const localeTag = given.localeTags[0]!;
  if (given.localeTags.length !== 1)
    throw new RangeError('a JSON file contains exactly one locale');
  const wanted = await WantedRows.collect(rows, given);
  const source = await decodeBase(base);
  const options = { ...given, hasLocale: matchAngular(source.text) !== null };
  const edits = new Edits();
  const quote = quoteJson(source.text, options);

  const { prunes = false } = options;
  const moved = await findMisplaced(source.text, wanted, options);
  const nulls: { name: string; start: number; end: number }[] = [];
  const survey = new JsonSurvey(options, {
    edits,
    prunes,
    leaf: (name, text, start, end, isElement) => {
      if (moved.has(name) || wanted.isPruned(name)) return false;
      if (text === undefined) {
        if (wanted.valueOf(name, localeTag) !== undefined) nulls.push({ name, start, end });
        return true;
      }
      const replacement = wanted.replacementOf(name, localeTag, text);
      if (replacement === undefined) return true;
      // Replaces a removed array element by null. If the element were left out, all elements after
      // it would get other names.
      if (replacement === null && !isElement) return false;
      edits.replace(start, end, replacement === null ? 'null' : quote(replacement));
      return true;
    },
  });
  await run(survey, source.text);
  const names = await namesBeside(nulls, survey, source.text, options);
  for (const { name, start, end } of nulls) {
    if (names.has(name)) continue;
    names.add(name);
    edits.replace(start, end, quote(wanted.replacementOf(name, localeTag, undefined)!));
  }

  const shape = survey.isNested ? 'nested' : survey.isJoined ? 'flat' : options.shape;
  const isNested = shape === 'nested' && options.keySeparator !== null;
  const added = [...wanted.newRows(isNested)];
  if (added.length > 0) {
    const placement = new Placement<JsonContainer>(added, {
      separator: options.keySeparator ?? DEFAULT_KEY_SEPARATOR,
      isNested,
      moved,
      taken: options.partial?.taken,
    });
    let indent = '';
    const second = new JsonSurvey(options, {
      prunes,
      leaf: (name, text, _start, _end, isElement) => {
        if (moved.has(name) || wanted.isPruned(name)) return false;
        return isElement || text === undefined || wanted.stays(name, localeTag);
      },
      isWatched: (name) => placement.isWatched(name),
      isAnchor: (name) => placement.isAnchor(name),
      container: (container) => {
        placement.addContainer(container);
        if (container.name === null) indent = indentOf(source.text, container);
      },
    });
    await run(second, source.text);
    for (const group of placement.place(wanted)) {
      insertGroup(group, { file: source.text, edits, quote, indent });
    }
  }
  yield* edits.apply(source, options.observe);
  return wanted.report;
}

/**
 * Returns the names of elements that the file stores as ordinary members such as `"list[1]"`.
 * Returns only elements whose array is complete after the patch.
 */
async function findMisplaced(
  text: string,
  wanted: WantedRows,
  options: SurveyOptions,
): Promise<Set<string>> {
  const found = new Set<string>();
  if (options.partial === undefined || !/\[\d+\]"\s*:/.test(text)) return found;
  const survey = new JsonSurvey(options, {
    leaf: (name, _text, _start, _end, isElement) => {
      if (!isElement && wanted.isMisplaced(name, options.localeTags[0]!)) found.add(name);
      return true;
    },
  });
  await run(survey, text);
  return survey.isNested ? found : new Set();
}

/**
 * Returns the names of null values that a text of the file also has, as in
 * `{"a": {"b": null}, "a.b": "x"}`. A second text with the same name would make the file invalid.
 */
async function namesBeside(
  nulls: readonly { name: string }[],
  { isNested, isJoined }: JsonSurvey,
  text: string,
  options: SurveyOptions,
): Promise<Set<string>> {
  const found = new Set<string>();
  const isMixed = isNested && (isJoined || /\[\d+\]"\s*:/.test(text));
  if (nulls.length === 0 || !isMixed) return found;
  const names = new Set(nulls.map(({ name }) => name));
  const survey = new JsonSurvey(options, {
    leaf: (name, value) => {
      if (value !== undefined && names.has(name)) found.add(name);
      return true;
    },
  });
  await run(survey, text);
  return found;
}

async function run(survey: JsonSurvey, text: string): Promise<void> {
  await scanText(text, survey.tokenizer);
  survey.tokenizer.end();
}
