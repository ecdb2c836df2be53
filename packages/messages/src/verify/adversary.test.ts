import {
  isStructurallySame,
  type MessageFormatElement,
  parse,
  TYPE,
} from '@formatjs/icu-messageformat-parser';
import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import { repairTokens } from '../repair/repair.ts';
import type { MessageFormat, Rendering } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';
import { verifyTokens } from './verify-tokens.ts';

// A small seeded generator (mulberry32): a failure names its seed and can be run again.
function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { next, below, pick };
}
type Random = ReturnType<typeof createRandom>;

const RENDERINGS: Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];
const WORDS = [
  ...[
    'Save',
    'the',
    'file',
    'and',
    'OK',
    'you',
    'مرحبا',
    '你好',
    'שלום',
    'été',
    'niño',
    "don't",
    'x-y',
    '50% ',
  ],
  ...[
    '&amp;',
    '&lt;',
    '&nbsp;',
    '&#39;',
    '.',
    ',',
    '!',
    '?',
    '…',
    '(',
    ')',
    '"',
    '*',
    '@',
    '[',
    ']',
    '\\',
    '^',
    '/',
  ],
  ...['🎉', '👩‍💻', '$', '~', '+', '|', 'Q&A', '10', '2.5', ':'],
];
const ICU_WORDS = WORDS.filter((word) => !/[#&]/.test(word)).concat(["''", "'{'", "'}'", '&amp;']);

interface Names {
  next: number;
}

/** A placeholder with a name of its own, so that an oracle can count it as a string. */
function makePlaceholder(random: Random, names: Names, icu: boolean): string {
  const name = `v${names.next++}`;
  if (icu)
    return random.pick([`{${name}}`, `{${name}}`, `{${name}, number}`, `{${name}, date, short}`]);
  return random.pick([
    ...[
      `{${name}}`,
      `{{${name}}}`,
      `{{ ${name} }}`,
      `%(${name})s`,
      `%{${name}}`,
      `%<${name}>d`,
      `$t(${name})`,
    ],
    ...[
      `\${${name}}`,
      ` https://a.io/${name} `,
      ` ${name}@b.co `,
      `\`${name}\``,
      '%s',
      '%d',
      '<br/>',
      `{${name}, number}`,
      ` %${name}% `,
      ` :${name} `,
      `<%= ${name} %>`,
      `{% ${name} %}`,
      `\\(${name})`,
      ` [go](/${name}) `,
    ],
  ]);
}

function makeText(random: Random, names: Names, depth: number, icu: boolean): string {
  const parts: string[] = [];
  const length = 1 + random.below(4);
  for (let at = 0; at < length; at++) {
    const choice = random.below(10);
    if (choice < 5)
      parts.push(random.pick(icu ? ICU_WORDS : WORDS), random.pick(['', ' ', ' ', ' ', '\n']));
    else if (choice < 8)
      parts.push(makePlaceholder(random, names, icu), random.pick(['', ' ', ' ']));
    else if (depth < 2) {
      const tag = random.pick(['b', 'a', 'i', 'span', 'strong', 'code', 'Link', '0']);
      const attribute = tag === 'a' ? ` href="v${names.next++}"` : '';
      parts.push(`<${tag}${attribute}>${makeText(random, names, depth + 1, icu)}</${tag}> `);
    }
  }
  return parts.join('');
}

function makeIcu(random: Random, names: Names): string {
  const before = makeText(random, names, 1, true);
  // Every branch has the same arguments, so that any two forms can be compared.
  const tail = makeText(random, names, 1, true);
  const none = random.below(2) === 0 ? `=0 {none ${tail}} ` : '';
  const exact = none + (random.below(3) === 0 ? `=2 {a pair ${tail}} ` : '');
  const offset = random.below(5) === 0 ? 'offset:1 ' : '';
  const plural = `{n, plural, ${offset}${exact}one {# day ${tail}} other {# days ${tail}}}`;
  if (random.below(3) > 0) return `${before}${plural}`;
  return `${before}{g, select, male {he ${tail}} other {they ${tail}}} ${plural}`;
}

const MARKER =
  /<[^<>]*>|\[\[[^\]]*\]\]|\[<[^>]*>\]|\{\{?[^{}]*\}?\}|%[^\s]|\$\S+|Xq[a-y]+z|\p{L}+|\s+|[^\s]/gu;

/** Does to an engine's input what engines do: one to three faults. */
function spoil(random: Random, body: string): string {
  let pieces: string[] = [...(body.match(MARKER) ?? [])];
  for (let faults = 1 + random.below(3); faults > 0 && pieces.length > 0; faults--) {
    const at = random.below(pieces.length);
    const piece = pieces[at]!;
    const other = random.below(pieces.length);
    switch (random.below(14)) {
      case 0:
        pieces.splice(at, 1);
        break;
      case 1:
        pieces.splice(at, 0, piece);
        break;
      case 2:
        pieces.splice(other, 0, ...pieces.splice(at, 1));
        break;
      case 3:
        [pieces[at], pieces[other]] = [pieces[other]!, piece];
        break;
      case 4:
        pieces[at] = piece.toUpperCase();
        break;
      case 5:
        pieces[at] = ` ${piece} `;
        break;
      case 6:
        pieces[at] = piece
          .replace(/v(\d+)/, 'name$1')
          .replace(/\d+/, (digits) => String(Number(digits) + 1));
        break;
      case 7:
        pieces[at] = piece.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        break;
      case 8:
        pieces = [
          pieces.join('').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
        ];
        break;
      case 9:
        pieces[at] = random.pick([
          '{',
          '}',
          '%s',
          '{x}',
          '<b>',
          '</b>',
          '<script>',
          "'",
          '#',
          '⟦0⟧',
          '[<x0>]',
          '%',
        ]);
        break;
      case 10:
        pieces = pieces.slice(0, at);
        break;
      case 11:
        pieces[at] = piece.replace(/[<>{}[\]"]/, '');
        break;
      case 12:
        pieces.reverse();
        break;
      default:
        pieces[at] = `${piece[0]} ${piece.slice(1)}`;
    }
  }
  return pieces.join('');
}

/** Counts of each name; `%s` and `%d` in their order; markup as a tree. Written without the code under test. */
function inventory(text: string, icu: boolean): string {
  const names = [...text.matchAll(/v\d+/g)].map(String).sort();
  // In ICU these are words.
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

/** An ICU formatter of a few lines: what a message shows for given values. */
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

/** Null if the translation works as its source does; else why not. */
function judge(source: string, target: string, icu: boolean, locale: string): string | null {
  if (LEAK.test(target)) return 'leaks a marker';
  if (!icu)
    return inventory(source, false) === inventory(target, false) ? null : 'has other placeholders';
  const [before, after] = [readAst(source), readAst(target)];
  if (!isStructurallySame(before, after).success) return 'has another structure';
  for (const g of ['male', 'other']) {
    for (const n of [0, 1, 2, 5, 11, 1000000]) {
      const [wanted, got] = [format(before, n, g, 'en'), format(after, n, g, locale)];
      // `=0` of the source shows no number, and neither does `one` in some languages.
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

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

/** The steps of a pipeline with one message. */
function translate(
  source: string,
  messageFormat: MessageFormat,
  targetLocale: string,
  rendering: Rendering,
  engine: (body: string) => string,
): Outcome {
  const options = { format: messageFormat, sourceLocale: 'en', targetLocale };
  const { leaves, assemble, findings } = analyzeMessage(source, options);
  if (findings.length > 0) return { ok: false, text: source };
  let ok = true;
  const outputs = leaves.map(({ tokens }) => {
    const output = parseRendered(engine(renderSegment(tokens, rendering)), tokens, rendering);
    const repaired = repairTokens(tokens, output, options);
    if (
      verifyTokens(tokens, repaired, messageFormat, targetLocale).some(
        ({ severity }) => severity === 'error',
      )
    )
      ok = false;
    return repaired;
  });
  if (!ok) return { ok, text: source };
  const text = assemble(outputs);
  return {
    ok: !verifyMessage(source, text, options).some(({ severity }) => severity === 'error'),
    text,
  };
}

it('an engine that changes nothing gives back the text, code unit by code unit', () => {
  for (let seed = 0; seed < testRuns(5_000); seed++) {
    const random = createRandom(seed);
    const icu = seed % 3 === 0;
    const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
    const messageFormat = icu
      ? 'icu'
      : random.pick(['auto', 'i18next', 'printf', 'ruby', 'plain'] as const);
    const rendering = random.pick(RENDERINGS);
    const { leaves, assemble } = analyzeMessage(source, {
      format: messageFormat,
      sourceLocale: 'en',
      targetLocale: 'en',
    });
    const outputs = leaves.map(({ tokens }) =>
      parseRendered(renderSegment(tokens, rendering), tokens, rendering),
    );
    const text = assemble(outputs);
    if (text !== source)
      expect({ seed, rendering, text }).toEqual({ seed, rendering, text: source });
  }
});

it('a text has no errors against itself, in any format', () => {
  for (let seed = 0; seed < testRuns(2_000); seed++) {
    const random = createRandom(seed + 7_000_000);
    const icu = seed % 3 === 0;
    const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
    const messageFormat = icu
      ? 'icu'
      : random.pick(['auto', 'i18next', 'printf', 'ruby', 'plain'] as const);
    const options = {
      format: messageFormat as MessageFormat,
      sourceLocale: 'en',
      targetLocale: 'en',
    };
    const findings = verifyMessage(source, source, options);
    if (findings.length > 0) expect({ seed, findings, source }).toEqual({ findings: [] });
  }
});

const ROUND = 2_000;
const ROUNDS = Array.from({ length: testRuns(6) }, (_, at) => at);

// Rounds keep each test far from its time limit on a busy machine.
it.each(ROUNDS)('no broken text of any engine gets past verification (%i)', (round) => {
  const locales = ['es', 'fr', 'de', 'ru', 'ar', 'ja', 'pl'];
  let passed = 0;
  for (let seed = round * ROUND; seed < (round + 1) * ROUND; seed++) {
    const random = createRandom(seed + 1_000_000);
    const icu = seed % 4 === 0;
    const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
    const targetLocale = random.pick(locales);
    const rendering = random.pick(RENDERINGS);
    const engine = (body: string): string => (random.below(3) === 0 ? body : spoil(random, body));
    const { ok, text } = translate(source, icu ? 'icu' : 'auto', targetLocale, rendering, engine);
    if (!ok) continue;
    passed++;
    const fault = judge(source, text, icu, targetLocale);
    if (fault !== null) {
      expect({ seed, rendering, targetLocale, fault, text }).toEqual({ source });
    }
  }
  // The test would be empty if verification refused everything, or nothing.
  expect(passed).toBeGreaterThan(ROUND / 4);
  expect(passed).toBeLessThan(ROUND);
});
