import {
  isPluralElement,
  isSelectElement,
  type MessageFormatElement,
  type PluralElement,
  parse,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

const CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|select|selectordinal)\s*,/;
/** Matches tokens that every translation must keep. If two patterns match at an offset, the first is used. */
const MARK = new RegExp(
  [
    // Other words between angle brackets are text, as in “<Unknown sender>”.
    /<\/?[a-z][^<>\s]*(?:\s[^<>]*=[^<>]*)?\s*\/?>/,
    /<(?:a|button|details|input|ol|option|select|textarea|video)\s[^<>]*>/,
    /https?:\/\/[^\s"'<>)\]]*[\w/]/,
    /\$t\([^()]*\)/,
    /\$\{[^{}]*\}/,
    /\{\{[^{}]*\}\}/,
    /%\{[^{}]*\}/,
    // A brace between quotation marks is text, as in “{” has no “}”.
    /\{(?![”’»])[^{}]*\}/,
    /%\(\w+\)[sdif]/,
    /%(?:\d+\$)?[-+0]*\d*(?:\.\d+)?(?:l{0,2}[diu]|[sf@])(?!\w)/,
    /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

/**
 * True if a translation has lost, gained or renamed a placeholder, a tag, an entity or an address,
 * or if the options of a plural or select are wrong. Does not use the service's own analysis.
 */
export function isBroken(source: string, target: string, targetLocale: string): boolean {
  const sourceTree = choiceOf(source);
  if (sourceTree === null) return marksOf(source) !== marksOf(target);
  const targetTree = choiceOf(target);
  return targetTree === null || !isSameTree(sourceTree, targetTree, targetLocale);
}

const marksOf = (text: string): string => JSON.stringify((text.match(MARK) ?? []).sort());

function choiceOf(text: string): MessageFormatElement[] | null {
  if (!CHOICE.test(text)) return null;
  try {
    return parse(text);
  } catch {
    return null;
  }
}

type Choice = PluralElement | SelectElement;
type Tree = readonly MessageFormatElement[];

/**
 * True if both messages have the same structure. A translation may move text from around a plural
 * or select into its options, or out of them.
 */
function isSameTree(source: Tree, target: Tree, locale: string): boolean {
  const choice = choicesOf(source)[0];
  if (!choice) return choicesOf(target).length === 0 && partsOf(source) === partsOf(target);
  const other = choicesOf(target).find(
    ({ type, value }) => type === choice.type && value === choice.value,
  );
  if (!other) return false;
  const wanted = optionsIn(choice, locale);
  if (wanted.toSorted().join() !== Object.keys(other.options).toSorted().join()) return false;
  return wanted.every((option) => {
    const chosen = choose(target, other, option);
    // If the source lacks a category, or the category contains more numbers in the target language, its text is
    // translated from `other`.
    const seeds = [option, 'other'].filter((name) => choice.options[name] !== undefined);
    return seeds.some((seed) => isSameTree(choose(source, choice, seed), chosen, locale));
  });
}

function optionsIn(choice: Choice, locale: string): string[] {
  const options = Object.keys(choice.options);
  if (!isPluralElement(choice)) return options;
  const rules = new Intl.PluralRules(locale, { type: choice.pluralType });
  const exact = options.filter((option) => option.startsWith('='));
  return [...exact, ...rules.resolvedOptions().pluralCategories];
}

const choicesOf = (tree: Tree): Choice[] =>
  tree.flatMap((element) => {
    if (element.type === TYPE.tag) return choicesOf(element.children);
    return isPluralElement(element) || isSelectElement(element) ? [element] : [];
  });

/** Returns the tree with a choice replaced by the content of one of its options. */
const choose = (tree: Tree, choice: Choice, option: string): MessageFormatElement[] =>
  tree.flatMap((element) => {
    if (element === choice) return choice.options[option]!.value;
    if (element.type !== TYPE.tag) return [element];
    return [{ ...element, children: choose(element.children, choice, option) }];
  });

/** Returns the tokens that are not words. The tree must contain no choices. */
function partsOf(tree: Tree): string {
  const parts = tree.flatMap((element) => {
    if (element.type === TYPE.literal) return element.value.match(MARK) ?? [];
    if (element.type === TYPE.pound) return ['#'];
    if (element.type === TYPE.tag) return [`<${element.value}>${partsOf(element.children)}`];
    return [`${element.type} ${element.value}`];
  });
  return JSON.stringify(parts.sort());
}
