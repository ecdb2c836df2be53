import { compareKeys, exactNumber, isExact, type Selector } from '../icu/icu-selector.ts';
import { neededOptions } from '../icu/icu-structure.ts';
import { categoryOf } from '../icu/plural-choices.ts';
import { type PluralCategory, pluralCategories, pluralSamples } from '../plural/plural.ts';
import type { IcuDimension } from '../syntax/icu.ts';
import type { FormPart } from './form-part.ts';
import {
  findOption,
  hasOption,
  type LinePath,
  type MessageForm,
  partsOfLine,
  textOfLine,
} from './message-form.ts';

/**
 * A line of a message form, which people can edit. Its text is the whole message for one
 * combination of options.
 */
export interface FormLine {
  readonly keys: LinePath;
  readonly text: string;
  /** Offset of the option's text in the message. */
  readonly start: number;
  /** True if the message has the option. False if the form offers the option as a new line. */
  readonly isPresent: boolean;
  readonly isEmpty: boolean;
  /** True if the language or the source message needs the option. */
  readonly isNeeded: boolean;
  /** The selectors around the line, from the outermost to the innermost. */
  readonly dimensions: readonly IcuDimension[];
  /** Number that is shown in place of `#` in the line. Null if the line has no `#`. */
  readonly sample: number | null;
}

export interface FormGroup {
  readonly keys: LinePath;
  readonly dimension: IcuDimension | null;
  readonly lines: readonly FormLine[];
  readonly isPresent: boolean;
  readonly isNeeded: boolean;
}

export interface FormLanguages {
  readonly locale: string;
  readonly sourceLocale: string;
  /** Form of the source message. Null if the source message cannot be edited as a form. */
  readonly source: MessageForm | null;
}

function* selectorsOf(part: FormPart): Generator<Selector<FormPart>> {
  if (part.type === 'leaf') return;
  yield part.selector;
  for (const { content } of part.selector.options) yield* selectorsOf(content);
}

/**
 * Returns the option keys of an argument in the source message. Null if no selector of the source
 * message uses the argument.
 */
function sourceKeys(dimension: IcuDimension, source: MessageForm | null): Set<string> | null {
  if (!source) return null;
  const same = [...selectorsOf(source.root)].filter(
    (selector) => selector.dimension.key === dimension.key,
  );
  return same.length === 0
    ? null
    : new Set(same.flatMap(({ options }) => options.map(({ key }) => key)));
}

interface ShownKey {
  readonly key: string;
  readonly isNeeded: boolean;
}

function shownKeys(
  { dimension, options }: Selector<FormPart>,
  { locale, source }: FormLanguages,
): ShownKey[] {
  const optionKeys = options.map(({ key }) => key);
  const { kind } = dimension;
  const ofSource = sourceKeys(dimension, source);
  if (kind === 'select') {
    const missing = [...(ofSource ?? [])].filter((key) => !optionKeys.includes(key));
    const at = optionKeys.indexOf('other');
    return optionKeys
      .toSpliced(at, 0, ...missing)
      .map((key) => ({ key, isNeeded: key === 'other' || (ofSource?.has(key) ?? true) }));
  }
  const needed = new Set<string>([
    ...pluralCategories(locale, kind),
    ...neededOptions(dimension, ofSource ?? [], locale),
  ]);
  return [...new Set([...optionKeys, ...needed])]
    .sort(compareKeys)
    .map((key) => ({ key, isNeeded: isExact(key) || needed.has(key) }));
}

function sampleOf(dimension: IcuDimension, key: string, locale: string): number | null {
  if (dimension.kind === 'select') return null;
  if (isExact(key)) return exactNumber(key) - dimension.offset;
  return pluralSamples(locale, dimension.kind)[key as PluralCategory] ?? null;
}

function lineOf(
  form: MessageForm,
  keys: LinePath,
  { locale }: FormLanguages,
  isNeeded: boolean,
): FormLine {
  const parts = partsOfLine(form, keys)!;
  const { dimensions, before, text } = parts;
  return {
    keys,
    text: textOfLine(parts),
    start: before.join('').length,
    isPresent: hasOption(form, keys),
    isEmpty: text === '',
    isNeeded,
    dimensions,
    sample: sampleOf(dimensions.at(-1)!, keys.at(-1)!, locale),
  };
}

/**
 * Returns the lines of a form by selector. Options that the language needs and the message lacks
 * have empty lines.
 */
export function formGroups(form: MessageForm, languages: FormLanguages): readonly FormGroup[] {
  const { selector } = form.root;
  const shown = shownKeys(selector, languages);
  const isDeep = selector.options.some(({ content }) => content.type === 'branch');
  if (!isDeep) {
    const lines = shown.map(({ key, isNeeded }) => lineOf(form, [key], languages, isNeeded));
    return [{ keys: [], dimension: selector.dimension, lines, isPresent: true, isNeeded: true }];
  }
  return shown.map(({ key, isNeeded }) => {
    const { content } = findOption(selector, key) ?? findOption(selector, 'other')!;
    const isPresent = hasOption(form, [key]);
    const group = { keys: [key], isPresent, isNeeded };
    if (content.type === 'leaf') {
      return { ...group, dimension: null, lines: [lineOf(form, [key], languages, isNeeded)] };
    }
    const lines = shownKeys(content.selector, languages).map((inner) =>
      lineOf(form, [key, inner.key], languages, inner.isNeeded),
    );
    return { ...group, dimension: content.selector.dimension, lines };
  });
}

/**
 * Returns the key of the option that corresponds to the option `key` of the other message. This is
 * `key` itself if it exists here. Otherwise, for an exact number such as `=1`, it is the plural
 * category of the number if this category exists here. In all other cases, it is `other`.
 */
function sameOption({ options, dimension }: Selector<FormPart>, key: string, locale: string) {
  const has = (one: string): boolean => options.some((option) => option.key === one);
  if (has(key)) return key;
  if (dimension.kind === 'select' || !isExact(key)) return 'other';
  const category = categoryOf(locale, dimension.kind, exactNumber(key) - dimension.offset);
  return has(category) ? category : 'other';
}

/** Returns the source text for a line. Null if the source message cannot be edited as a form. */
export function sourceOfLine(
  { keys, dimensions }: Pick<FormLine, 'keys' | 'dimensions'>,
  { source, sourceLocale }: FormLanguages,
): string | null {
  if (!source) return null;
  const chosen = new Map(dimensions.map((dimension, index) => [dimension.key, keys[index]!]));
  const path: string[] = [];
  let part: FormPart = source.root;
  while (part.type === 'branch') {
    const selector: Selector<FormPart> = part.selector;
    const key = sameOption(selector, chosen.get(selector.dimension.key) ?? 'other', sourceLocale);
    path.push(key);
    part = findOption(selector, key)!.content;
  }
  return textOfLine(partsOfLine(source, path)!);
}
