import type { Random } from '../../packages/messages/test/adversary/random.ts';
import type { Text } from './entry.ts';

const QUOTES = ['"', '""', "'", "''", "'a'", '"a"', '`', '“a”', '«\u202fa\u202f»', "l'été", '’'];
const ESCAPES = [
  ...[
    '\\',
    '\\\\',
    '\\n',
    '\\t',
    '\\"',
    "\\'",
    '\\u0041',
    '\\U0041',
    '\\x41',
    '\\101',
    '\\0',
    '\\u',
  ],
  ...['\\@', '\\?', '\\#', '\\=', '\\:', '\\\n', 'C:\\new', '\\q', '\\e'],
];
const BLANKS = [
  ...[' ', '  ', '   ', '\t', ' \t ', '\u00a0', '\u2003', '\u200b', '\ufeff', '\u202f', '\u3000'],
  ...['\u0085', '\u2028', '\u2029', '\u00ad', '\f', '\v'],
];
const BREAKS = ['\n', '\n\n', '\r\n', '\r', ' \n ', '\n\t', '\n\n\n', '\n#a\n', '\n- a\n', '\n  a'];
const PERCENT = [
  ...[
    '%',
    '%%',
    '100 %',
    '%s',
    '%1$s',
    '%d',
    '%@',
    '%(name)s',
    '%{name}',
    '%<a>s',
    '%-5.2f',
    '% d',
  ],
  ...['%#@n@', '%arg', '%%{a}', '%1', '%n', '%2$@'],
];
// biome-ignore lint/suspicious/noTemplateCurlyInString: a text that looks like a template
const TEMPLATE = '${a}';
const DOLLARS = [
  '$',
  '$$',
  '$1',
  '$9.99',
  '$NAME$',
  '$t(a)',
  TEMPLATE,
  '5 $',
  '$_',
  '\\$',
  '#{a}',
  '#',
];
const BRACES = [
  ...[
    '{',
    '}',
    '{}',
    '{0}',
    '{0,number}',
    '{name}',
    '{{name}}',
    '{{',
    '}}',
    "'{'",
    '{n, plural, one {a} other {#}}',
  ],
  ...['{{- a}}', '{{a, number}}', '{0', '0}', '}{'],
];
const MARKUP = [
  ...[
    '<b>a</b>',
    '<br>',
    '<br/>',
    '<',
    '>',
    '&',
    '&amp;',
    '&lt;b&gt;',
    '&#10;',
    '&nbsp;',
    '&a',
    ']]>',
    '<![CDATA[a]]>',
  ],
  ...[
    '<!-- a -->',
    '<a href="x">a</a>',
    '</b>',
    '<b>',
    '<x id="1"/>',
    '<1>a</1>',
    '<?a?>',
    '<ph id="0"/>',
    'a < b',
    '-->',
  ],
  ...[
    '<b><i>a</i> b</b>',
    '<xliff:g id="a">a</xliff:g>',
    '<g id="1">a</g>',
    '&#x1F600;',
    '<?xml version="1.0"?>',
  ],
];
const SYNTAX = [
  ...[
    ': ',
    ' #',
    '- ',
    '? ',
    '|',
    '>',
    '!a',
    '*a',
    '&a b',
    '@a',
    '[a]',
    ', ',
    ',',
    ';',
    '=',
    '=1+1',
    '+1',
    '-1',
    '!',
  ],
  ...[
    '//',
    '/* a */',
    '*/',
    '/',
    '||||',
    '---',
    '...',
    '%YAML',
    '<<',
    '=>',
    '"a" = "b";',
    'msgid "a"',
    '#~',
    '\u0004',
  ],
  ...[
    '_',
    '__proto__',
    'constructor',
    '.',
    '..',
    ':',
    '@:a',
    '@:(a)',
    '|a|b',
    'a|b',
    '{1} a|]1,Inf] b',
    '~',
  ],
];
const LETTERS = [
  ...[
    'é',
    'ß',
    'ı',
    'Ж',
    'ё',
    '漢字',
    'ｶ',
    '한글',
    'שלום',
    'مرحبا',
    '\u200fא',
    '\u202eabc\u202c',
    '😀',
    '👩‍👩‍👧',
    'e\u0301',
  ],
  ...['ŵ', '€', '…', '–', '\u{10ffff}', '🇩🇪', '\ufffd', '１２', '٣', 'ﷺ'],
];
const CONTROLS = [
  '\u0001',
  '\u0007',
  '\u001b[0m',
  '\u007f',
  '\u009f',
  '\ufffe',
  '\uffff',
  '\b',
  '\u001f',
];
/** Texts that no format can carry. */
const BROKEN = ['\0', '\ud800', '\udc00a'];
/** Whole texts that a parser may take for something else than a text. */
const WHOLE = [
  ...[
    'yes',
    'no',
    'on',
    'off',
    'true',
    'null',
    '~',
    '12:30',
    '1.10',
    '10,00',
    '1_000',
    '0x1F',
    '0o17',
    '017',
    '1e3',
    '.inf',
    'NaN',
  ],
  ...[
    '2024-01-01',
    '2024-01-01 10:00:00',
    ':a',
    ':a b',
    '=',
    '<<',
    '-',
    '?',
    '!',
    '|',
    '>-',
    '@string/a',
    '?attr/a',
    '0',
    '-0',
    '+',
  ],
  ...[
    '{}',
    '[]',
    '""',
    "''",
    '{a: b}',
    '[a, b]',
    '*',
    '&',
    'No comment provided by engineer.',
    'msgstr ""',
    'N',
    'y',
  ],
];

const BORDERS: readonly string[] = [
  ...QUOTES,
  ...ESCAPES,
  ...BLANKS,
  ...BREAKS,
  ...PERCENT,
  ...DOLLARS,
  ...BRACES,
  ...MARKUP,
  ...SYNTAX,
  ...LETTERS,
];

const WORDS = [
  'Open',
  'the file',
  'Save',
  'a',
  'Datei öffnen',
  'и ещё',
  'を開く',
  'ملف',
  'x',
  'z z',
  'Ĉu',
  'קובץ',
];

/** Returns a text of borders and words. */
export function borderText(random: Random): string {
  const kind = random.next();
  if (kind < 0.12) return `${random.pick(WORDS)} ${random.below(1000)}`;
  if (kind < 0.2) return random.pick(WHOLE);
  if (kind < 0.205) return random.pick(WORDS) + random.pick(BROKEN);
  if (kind < 0.225) return random.pick(WORDS) + random.pick(CONTROLS) + random.pick(WORDS);
  if (kind < 0.235) return `${'long words '.repeat(10 + random.below(20))}${random.pick(BORDERS)}`;
  if (kind < 0.24) return '';
  const pieces = Array.from({ length: 1 + random.below(6) }, () =>
    random.next() < 0.35 ? random.pick(WORDS) : random.pick(BORDERS),
  );
  return pieces.join(random.next() < 0.3 ? ' ' : '');
}

/** Returns words only, as most files have them. */
export const plainText = (random: Random): string =>
  `${random.pick(WORDS)} ${random.pick(WORDS)} ${random.below(1000)}`;

/** Returns a text that the program shows as it is stored. */
export const asStored = (stored: string): Text => ({ stored, shown: stored });
