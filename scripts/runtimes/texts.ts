import type { Random } from '../../packages/messages/test/adversary/random.ts';
import type { Text } from './entry.ts';

/** Returns the items of a list that blanks separate. `String.raw` keeps the backslashes of a list. */
const listOf = (text: string): string[] => text.trim().split(/[ \n]+/);

const QUOTES = [...listOf(`" "" ' '' 'a' "a" “a” l'été ’`), '`', '«\u202fa\u202f»'];
const ESCAPES = [
  ...listOf(String.raw`\ \\ \n \t \" \' \u0041 \U0041 \x41 \101 \0 \u \@ \? \# \= \: C:\new \q \e`),
  '\\\n',
];
const BLANKS = [
  ' ',
  '  ',
  '   ',
  '\t',
  ' \t ',
  '\f',
  '\v',
  ...'\u00a0\u2003\u200b\ufeff\u202f\u3000\u0085\u2028\u2029\u00ad',
];
const BREAKS = ['\n', '\n\n', '\r\n', '\r', ' \n ', '\n\t', '\n\n\n', '\n#a\n', '\n- a\n', '\n  a'];
const PERCENT = [
  ...listOf('% %% %s %1$s %d %@ %(name)s %{name} %<a>s %-5.2f %#@n@ %arg %%{a} %1 %n %2$@'),
  '100 %',
  '% d',
];
// biome-ignore lint/suspicious/noTemplateCurlyInString: a text that looks like a template
const TEMPLATE = '${a}';
const DOLLARS = [...listOf('$ $$ $1 $9.99 $NAME$ $t(a) $_ \\$ #{a} #'), TEMPLATE, '5 $'];
const BRACES = [
  ...listOf("{ } {} {0} {0,number} {name} {{name}} {{ }} '{' {0 0} }{"),
  '{n, plural, one {a} other {#}}',
  '{{- a}}',
  '{{a, number}}',
];
const MARKUP = [
  ...listOf('<b>a</b> <br> <br/> < > & &amp; &lt;b&gt; &#10; &nbsp; &a ]]> <![CDATA[a]]>'),
  ...listOf('</b> <b> <1>a</1> <?a?> --> &#x1F600;'),
  '<!-- a -->',
  '<a href="x">a</a>',
  '<x id="1"/>',
  '<ph id="0"/>',
  'a < b',
  '<b><i>a</i> b</b>',
  '<xliff:g id="a">a</xliff:g>',
  '<g id="1">a</g>',
  '<?xml version="1.0"?>',
];
const SYNTAX = [
  ...listOf('| > !a *a @a [a] , ; = =1+1 +1 -1 ! // */ / |||| --- ... %YAML << => #~ _ ~'),
  ...listOf('__proto__ constructor . .. : @:a @:(a) |a|b a|b'),
  ': ',
  ' #',
  '- ',
  '? ',
  '&a b',
  ', ',
  '/* a */',
  '"a" = "b";',
  'msgid "a"',
  '\u0004',
  '{1} a|]1,Inf] b',
];
const LETTERS = listOf(
  `é ß ı Ж ё 漢字 ｶ 한글 שלום مرحبا \u200fא \u202eabc\u202c 😀 👩‍👩‍👧 e\u0301 ŵ € … –
   \u{10ffff} 🇩🇪 \ufffd １２ ٣ ﷺ`,
);
const CONTROLS = [...'\u0001\u0007\u007f\u009f\ufffe\uffff\b\u001f', '\u001b[0m'];
/** Texts that no format can carry. */
const BROKEN = ['\0', '\ud800', '\udc00a'];
/** Whole texts that a parser may not recognize as text. */
const WHOLE = [
  ...listOf('yes no on off true null ~ 12:30 1.10 10,00 1_000 0x1F 0o17 017 1e3 .inf NaN'),
  ...listOf(`2024-01-01 :a = << - ? ! | >- @string/a ?attr/a 0 -0 + {} [] "" '' * & N y`),
  '2024-01-01 10:00:00',
  ':a b',
  '{a: b}',
  '[a, b]',
  'msgstr ""',
  'No comment provided by engineer.',
];

const BORDERS = [
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
  ...listOf('Open Save a x を開く ملف Ĉu קובץ'),
  'the file',
  'Datei öffnen',
  'и ещё',
  'z z',
];

/** Returns a text of edge cases and words. */
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

/** Returns a text with only words, as in most files. */
export const plainText = (random: Random): string =>
  `${random.pick(WORDS)} ${random.pick(WORDS)} ${random.below(1000)}`;

/** Returns a text of pieces of a syntax, each with its output. A word between them keeps them apart. */
export function piecesText(
  random: Random,
  pieces: readonly (readonly [stored: string, shown: string])[],
): Text {
  const chosen = Array.from({ length: 1 + random.below(5) }, () => random.pick(pieces));
  const joined = (at: 0 | 1): string => chosen.map((piece) => piece[at]).join(' a ');
  return { stored: joined(0), shown: joined(1) };
}

/** Returns a text that the program shows as stored. */
export const asStored = (stored: string): Text => ({ stored, shown: stored });

/** Returns a name of arbitrary characters. The number makes it unique. */
export function anyName(random: Random, at: number): string {
  const kind = random.next();
  if (kind < 0.4) return `menu.item_${at}`;
  if (kind < 0.7) return `${borderText(random)}k${at}`;
  return `${random.pick(['', ' ', 'a'])}${at}k${borderText(random)}`;
}

/** Returns a name of letters, digits and underscores. */
export const plainName = (random: Random, at: number): string =>
  `${random.pick(['title', 'menu_open', 'a', 'errorText', 'x1'])}_${at}`;

/** Escapes all characters of a text other than ASCII letters, digits and spaces. */
export const escaped = (text: string, escapeUnit: (unit: string) => string): string =>
  text.replaceAll(/[^a-zA-Z0-9 ]/g, escapeUnit);

export const hexOf = (unit: string, digits = 4): string =>
  unit.charCodeAt(0).toString(16).padStart(digits, '0');

/** True for a text that every format can store without quotes and escapes. */
export const isSimple = (text: string): boolean => /^[a-z]+(?: [a-z]+)*$/i.test(text);
