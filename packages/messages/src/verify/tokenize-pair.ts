import { percentsIn } from '../syntax/printf.ts';
import type { MessageFormat, PlaceholderKind, Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import type { FormPair } from './verify-icu.ts';

/**
 * Kinds of placeholders that may also be ordinary text, as in `%slardan` and `Prix :voir`. They
 * count as placeholders only if the source text has them.
 */
const KNOWN_FROM_SOURCE: ReadonlySet<PlaceholderKind> = new Set([
  'printf',
  'brace',
  'ruby',
  'named',
]);

const NOTHING: ReadonlySet<string> = new Set();

function knownOf(tokens: readonly Token[]): ReadonlySet<string> {
  if (!tokens.some(({ type }) => type === 'placeholder')) return NOTHING;
  const known = new Set<string>();
  for (const token of tokens) {
    if (token.type !== 'placeholder' || !KNOWN_FROM_SOURCE.has(token.kind)) continue;
    known.add(token.kind === 'named' ? token.source.toLowerCase() : token.source);
  }
  return known;
}

/**
 * Splits a source text and its translation, neither of which is an ICU message. Text in the translation that looks like
 * a placeholder may be ordinary text if it does not occur in the source text.
 */
export function tokenizePair(source: string, target: string, format: MessageFormat): FormPair {
  const read = tokenize(source, format);
  const known = knownOf(read);
  const hasPercent = source.includes('%');
  const percents = hasPercent ? percentsIn(source) : undefined;
  return {
    source: known.size > 0 && hasPercent ? tokenize(source, format, { known }) : read,
    target: tokenize(target, format, { known, ...(percents && { percents }) }),
  };
}
