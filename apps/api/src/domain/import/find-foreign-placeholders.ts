import type { Warning } from '@parlance/contracts';
import { Yielder } from '@parlance/formats';
import {
  FLUTTER_FORMATS,
  ICU_FORMATS,
  type MessageFormat,
  type PlaceholderKind,
  type Token,
  tokenize,
} from '@parlance/messages';

type Syntax = Exclude<MessageFormat, 'auto' | 'plain'>;

const MAX_TEXTS = 1000;
/**
 * Minimum number of texts with foreign placeholders for a warning. In fewer texts, the placeholders
 * are probably ordinary percent signs.
 */
const MIN_TEXTS = 3;
const MAX_EXAMPLES = 3;
/** Maximum length of an examined text in UTF-16 code units. Longer texts are skipped. */
const MAX_LENGTH = 1000;
const ICU = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select|number|date|time)\b/;
/**
 * Matches arguments such as `{0, number}`, whose format exists both in Java's MessageFormat and in
 * ICU.
 */
const OF_JAVA = /^\{\s*\d+\s*,\s*(?:number|date|time)/;
const SYNTAXES: Readonly<Partial<Record<PlaceholderKind, Syntax>>> = {
  double_brace: 'i18next',
  nest: 'i18next',
  printf: 'printf',
  python: 'printf',
  ruby: 'ruby',
  ruby_format: 'ruby',
  dollar: 'chrome',
};
/** Message formats whose placeholders are written in braces. */
const OF_BRACES: ReadonlySet<MessageFormat> = new Set([...ICU_FORMATS, 'java', 'dotnet']);

/**
 * Returns a warning if placeholders of another message format are more frequent in the texts than
 * placeholders of the project's format. Placeholders that both formats share, such as `{name}`,
 * count for the project's format.
 */
export async function findForeignPlaceholders(
  texts: Iterable<string>,
  format: MessageFormat,
): Promise<Warning | null> {
  if (format === 'auto' || format === 'plain') return null;
  const yielder = new Yielder();
  const counts = new Map<Syntax, number>();
  const examples = new Map<Syntax, Set<string>>();
  let looked = 0;
  for (const text of texts) {
    if (looked === MAX_TEXTS) break;
    looked += 1;
    const found = placeholdersOf(text.slice(0, MAX_LENGTH), format);
    for (const [syntax, sources] of found) {
      counts.set(syntax, (counts.get(syntax) ?? 0) + 1);
      const known = examples.get(syntax) ?? new Set<string>();
      for (const source of sources) if (known.size < MAX_EXAMPLES) known.add(source);
      examples.set(syntax, known);
    }
    if (yielder.isDue()) await yielder.pause();
  }
  const own = counts.get(format) ?? 0;
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  if (most === undefined || most[0] === format || most[1] <= own || most[1] < MIN_TEXTS)
    return null;
  const [syntax, count] = most;
  return {
    path: '',
    code: 'message_format_differs',
    message:
      `${count} of the first ${looked} texts have placeholders of the message format ${syntax}, such as ` +
      `${[...examples.get(syntax)!].join(', ')}, and ${own} those of ${format}, the message format of the ` +
      'project; correct the message format of the project, or the file',
  };
}

const isDollar = (token: Token): boolean => token.type === 'placeholder' && token.kind === 'dollar';

function placeholdersOf(text: string, format: MessageFormat): Map<Syntax, string[]> {
  const found = new Map<Syntax, string[]>();
  const add = (syntax: Syntax, source: string): void => {
    found.set(syntax, [...(found.get(syntax) ?? []), source]);
  };
  const argument = ICU.exec(text)?.[0];
  if (argument !== undefined && !(format === 'java' && OF_JAVA.test(argument))) {
    add(FLUTTER_FORMATS.has(format) ? (format as Syntax) : 'icu', `${argument}, …}`);
    return found;
  }
  const tokens = tokenize(text, 'auto');
  if (format === 'chrome') tokens.push(...tokenize(text, format).filter(isDollar));
  for (const token of tokens) {
    if (token.type !== 'placeholder') continue;
    const isOwn = token.kind === 'brace' && OF_BRACES.has(format);
    const syntax = isOwn ? (format as Syntax) : SYNTAXES[token.kind];
    if (syntax !== undefined) add(syntax, token.source);
  }
  return found;
}
