import {
  isStructurallySame,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

/** Returns the counts of each name, `%s` and `%d` in order, and markup as a tree. Independent of the tested code. */
function inventory(text: string, icu: boolean): string {
  const names = [...text.matchAll(/v\d+/g)].map(String).sort();
  // In ICU, printf specifiers are words.
  const printf = icu ? [] : [...text.matchAll(/%[sd]/g)].map(String);
  const wrapped = [
    ...text.matchAll(
      /\{\{ ?v\d+ ?\}\}|[%$]?\{v\d+\}|%\(v\d+\)s|%<v\d+>d|\$t\(v\d+\)|https:\/\/a\.io\/v\d+|v\d+@b\.co|`v\d+`|\{v\d+, \w+(?:, short)?\}|%v\d+%|(?<!\w):v\d+(?!@)|<%= v\d+ %>|\{% v\d+ %\}|\\\(v\d+\)|\]\(\/v\d+\)/g,
    ),
  ]
    .map(String)
    .sort();
  const stack: string[] = [];
  const tree: string[] = [];
  for (const [, slash, name, rest] of text
    .replace(/%<v\d+>d/g, '')
    .matchAll(/<(\/?)([a-zA-Z]+|\d)([^<>]*)>/g)) {
    if (slash) {
      if (stack.pop() !== name) tree.push(`unbalanced ${name}`);
    } else {
      tree.push(`${stack.at(-1) ?? ''}>${name}${rest}`);
      if (!rest!.endsWith('/')) stack.push(name!);
    }
  }
  return JSON.stringify([names, printf, wrapped, tree.sort(), stack]);
}

const LEAK = /<[xg] id|<var|<\/g>|<\/?[xgl]\d|\[\[(?:t:|\/)|⟦|Xq[a-y]z|<script/i;

const rules = new Map<string, Intl.PluralRules>();
function rulesOf(locale: string): Intl.PluralRules {
  const known = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, known);
  return known;
}

/** A minimal ICU formatter: returns the output of a message for the given values. */
function format(
  ast: readonly MessageFormatElement[],
  n: number,
  g: string,
  locale: string,
  count = '',
): string {
  return ast
    .map((part): string => {
      switch (part.type) {
        case TYPE.literal:
          return part.value;
        case TYPE.pound:
          return count;
        case TYPE.tag:
          throw new Error('tags are words here');
        case TYPE.select:
          return format((part.options[g] ?? part.options.other)!.value, n, g, locale, '');
        case TYPE.plural: {
          const shown = n - part.offset;
          const category = rulesOf(locale).select(shown);
          const option = part.options[`=${n}`] ?? part.options[category];
          if (!option) throw new Error(`no form ${category}`);
          return format(option.value, n, g, locale, `<count>`);
        }
        default:
          return part.value === 'n' ? '<count>' : `{${part.value}, ${TYPE[part.type]}}`;
      }
    })
    .join('');
}

function readAst(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true });
}

/** Returns the reason why a translation does not work like its source, or null if it does. */
export function judge(source: string, target: string, icu: boolean, locale: string): string | null {
  if (LEAK.test(target)) return 'leaks a marker';
  if (!icu)
    return inventory(source, false) === inventory(target, false) ? null : 'has other placeholders';
  const [before, after] = [readAst(source), readAst(target)];
  if (!isStructurallySame(before, after).success) return 'has another structure';
  for (const g of ['male', 'other']) {
    for (const n of [0, 1, 2, 5, 11, 1000000]) {
      const [wanted, got] = [format(before, n, g, 'en'), format(after, n, g, locale)];
      // `=0` of the source shows no number. In some languages, `one` does not either.
      const counts = (text: string): number => text.split('<count>').length;
      if (counts(wanted) !== counts(got)) return `shows another number for ${n}`;
      if (
        inventory(wanted.replaceAll('<count>', ''), true) !==
        inventory(got.replaceAll('<count>', ''), true)
      ) {
        return `has other placeholders for ${n}`;
      }
    }
  }
  return null;
}
