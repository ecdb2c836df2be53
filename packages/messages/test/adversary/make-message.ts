import type { Random } from './random.ts';

const WORDS = [
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
  '🎉',
  '👩‍💻',
  '$',
  '~',
  '+',
  '|',
  'Q&A',
  '10',
  '2.5',
  ':',
];
const ICU_WORDS = WORDS.filter((word) => !/[#&]/.test(word)).concat(["''", "'{'", "'}'", '&amp;']);

export interface Names {
  next: number;
}

/** Creates a placeholder with a unique name, which the judge can count as a string. */
function makePlaceholder(random: Random, names: Names, icu: boolean): string {
  const name = `v${names.next++}`;
  if (icu)
    return random.pick([`{${name}}`, `{${name}}`, `{${name}, number}`, `{${name}, date, short}`]);
  return random.pick([
    `{${name}}`,
    `{{${name}}}`,
    `{{ ${name} }}`,
    `%(${name})s`,
    `%{${name}}`,
    `%<${name}>d`,
    `$t(${name})`,
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
  ]);
}

export function makeText(random: Random, names: Names, depth: number, icu: boolean): string {
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

export function makeIcu(random: Random, names: Names): string {
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
