import { ANY_KEY } from '../mf2/any-key.ts';
import { numbersOf, type PluralCategory, pluralCategories } from '../plural/plural.ts';
import type { IcuDimension, IcuNode, IcuRange, IcuSelector } from '../syntax/icu.ts';
import type { DimensionInfo } from '../syntax/icu-forms.ts';
import { type Finding, type FindingRange, finding } from '../verify/findings.ts';
import { isExact } from './icu-selector.ts';
import { categoryOf } from './plural-choices.ts';

const exactKey = (number: number, { offset }: IcuDimension): string => `=${number + offset}`;

/**
 * True if exact options cover all numbers of a category. If the category `one` contains only 1,
 * `=1` covers `one`.
 */
function isCovered(
  category: PluralCategory,
  dimension: IcuDimension,
  keys: readonly string[],
  locale: string,
): boolean {
  if (dimension.kind === 'select' || category === 'other' || !keys.some(isExact)) return false;
  return numbersOf(locale, dimension.kind, category).every((number) =>
    keys.includes(exactKey(number, dimension)),
  );
}

/**
 * Returns the options of the source message that a translation must have: options of a select, and
 * exact numbers such as `=0`. Omits a number if a category replaces it, as `one` replaces `=1`.
 */
export function neededOptions(
  { kind, offset }: IcuDimension,
  keys: Iterable<string>,
  locale: string,
): string[] {
  return [...keys].filter((key) => {
    if (kind === 'select') return true;
    if (!isExact(key) || (key === '=1' && offset === 0)) return false;
    const number = Number(key.slice(1)) - offset;
    const category = categoryOf(locale, kind, number) as PluralCategory;
    return numbersOf(locale, kind, category).length > 1;
  });
}

/** The source message or the translation, for a comparison of the two. */
export interface IcuSide {
  readonly nodes: readonly IcuNode[];
  readonly dimensions: ReadonlyMap<string, DimensionInfo>;
}

export const locate = (
  found: Finding,
  side: FindingRange['side'],
  range: IcuRange | undefined,
): Finding => (range ? { ...found, at: { ...range, side } } : found);

const optionDiffers = ({ name }: IcuDimension, key: string): Finding =>
  finding('icu_structure', `the options of {${name}} differ from the source in ${key}`, key, {
    reason: 'options_differ',
    argument: name,
  });

function findSelector(
  nodes: readonly IcuNode[],
  dimension: IcuDimension,
  option?: string,
): IcuSelector | undefined {
  for (const node of nodes) {
    if (node.type !== 'selector') continue;
    const isIt = node.dimension.key === dimension.key;
    if (isIt && (option === undefined || node.options.has(option))) return node;
    for (const inner of node.options.values()) {
      const found = findSelector(inner, dimension, option);
      if (found) return found;
    }
  }
  return undefined;
}

function compareSelectors(
  nodes: readonly IcuNode[],
  source: ReadonlyMap<string, DimensionInfo>,
  targetLocale: string,
): Finding[] {
  return nodes.flatMap((node): Finding[] => {
    if (node.type !== 'selector') return [];
    const { dimension, options } = node;
    const optionKeys = [...options.keys()];
    const inner = [...options.values()].flatMap((option) =>
      compareSelectors(option, source, targetLocale),
    );
    const info = source.get(dimension.key);
    if (!info) return inner;
    if (dimension.kind === 'select') {
      const extra = optionKeys.filter((key) => !info.forms.has(key));
      const differing = extra.map((key) =>
        locate(optionDiffers(dimension, key), 'target', node.optionsAt.get(key)),
      );
      return [...differing, ...inner];
    }
    const wanted: readonly string[] = pluralCategories(targetLocale, dimension.kind);
    const categories = optionKeys.filter((key) => !isExact(key));
    return [
      ...pluralCategories(targetLocale, dimension.kind)
        .filter((key) => !options.has(key) && !isCovered(key, dimension, optionKeys, targetLocale))
        .map((key) =>
          locate(
            finding(
              'plural_category_missing',
              `the plural form ${key} is missing for ${targetLocale}`,
              key,
            ),
            'target',
            node.at,
          ),
        ),
      ...categories
        .filter((key) => !wanted.includes(key) && key !== ANY_KEY)
        .map((key) =>
          locate(
            finding(
              'plural_category_extra',
              `the plural form ${key} does not exist in ${targetLocale}`,
              key,
            ),
            'target',
            node.optionsAt.get(key),
          ),
        ),
      ...inner,
    ];
  });
}

/**
 * Reports an argument on which the source message branches and the translation does not. If the target language has
 * only one plural form, the translation needs no plural. Its text is then compared with the form `other`.
 */
function unbranched(
  { dimension, forms }: DimensionInfo,
  target: ReadonlyMap<string, DimensionInfo>,
  targetLocale: string,
): Finding[] {
  const { kind, name } = dimension;
  const detail = `the translation does not branch on {${name}}`;
  const isOther = ({ dimension: own }: DimensionInfo) => own.name === name && own.kind !== 'select';
  if (kind === 'select' || [...target.values()].some(isOther)) {
    return [finding('icu_structure', detail, name, { reason: 'argument_missing' })];
  }
  const hasOneForm = pluralCategories(targetLocale, kind).length === 1;
  if (hasOneForm && neededOptions(dimension, forms, targetLocale).length === 0) return [];
  return [finding('plural_missing', detail, name)];
}

/** True if a message shows the number of a plural as an ordinary argument, as in `{n} files`. */
const shows = (nodes: readonly IcuNode[], name: string): boolean =>
  nodes.some((node) =>
    node.type === 'selector'
      ? [...node.options.values()].some((option) => shows(option, name))
      : node.type === 'argument' &&
        node.name === name &&
        (node.format === 'none' || node.format === 'number'),
  );

function compareDimensions(before: IcuSide, after: IcuSide, targetLocale: string): Finding[] {
  const { dimensions: source } = before;
  const { dimensions: target } = after;
  const lacking = (
    left: ReadonlyMap<string, DimensionInfo>,
    right: ReadonlyMap<string, DimensionInfo>,
  ): DimensionInfo[] => [...left.values()].filter(({ dimension }) => !right.has(dimension.key));
  return [
    ...lacking(source, target).flatMap((info) =>
      unbranched(info, target, targetLocale).map((found) =>
        locate(found, 'source', findSelector(before.nodes, info.dimension)?.at),
      ),
    ),
    ...lacking(target, source)
      .filter(
        ({ dimension }) => dimension.kind === 'select' || !shows(before.nodes, dimension.name),
      )
      .map(({ dimension }) =>
        locate(
          finding(
            'icu_structure',
            `the source does not branch on {${dimension.name}}`,
            dimension.name,
            { reason: 'argument_extra' },
          ),
          'target',
          findSelector(after.nodes, dimension)?.at,
        ),
      ),
    ...[...source.values()].flatMap(({ dimension, forms }) => {
      const targetForms = target.get(dimension.key)?.forms;
      if (!targetForms) return [];
      return neededOptions(dimension, forms, targetLocale)
        .filter((key) => !targetForms.has(key))
        .map((key) =>
          locate(
            optionDiffers(dimension, key),
            'source',
            findSelector(before.nodes, dimension, key)?.optionsAt.get(key),
          ),
        );
    }),
  ];
}

export const compareStructure = (
  before: IcuSide,
  after: IcuSide,
  targetLocale: string,
): Finding[] => [
  ...compareDimensions(before, after, targetLocale),
  ...compareSelectors(after.nodes, before.dimensions, targetLocale),
];
