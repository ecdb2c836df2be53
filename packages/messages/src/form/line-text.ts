import { tokenizeLeaf } from '../icu/icu-leaf.ts';
import { type IcuDimension, type IcuNode, parseIcu } from '../syntax/icu.ts';
import type { FormPiece } from '../syntax/icu-forms.ts';
import { scanTokens } from '../syntax/scanner.ts';
import type { MessageFormat, Token } from '../token/token.ts';
import { stylesInsideIcu, stylesOf } from '../token/tokenize.ts';
import { compareContent } from '../verify/compare-content.ts';
import { compareTokens } from '../verify/compare-tokens.ts';
import type { Finding } from '../verify/findings.ts';
import { compareOptionsOf } from '../verify/verify-icu.ts';
import { checkEnds } from '../verify/verify-message.ts';
import type { VerifyOptions } from '../verify/verify-options.ts';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';
import { pathOf } from './message-form.ts';

export interface LinePlace {
  readonly dimensions: readonly IcuDimension[];
  readonly keys: readonly string[];
}

const WORDS = { select: 'select', cardinal: 'plural', ordinal: 'selectordinal' } as const;

function parseLine(
  text: string,
  dimensions: readonly IcuDimension[],
  format: MessageFormat,
): readonly IcuNode[] | null {
  const open = dimensions.map(({ name, kind, offset }) => {
    const shift = offset === 0 ? '' : `offset:${offset} `;
    return `{${name}, ${WORDS[kind]}, ${shift}other {`;
  });
  const nodes = parseIcu(open.join('') + text + '}}'.repeat(dimensions.length), format);
  if (nodes instanceof Error) return null;
  let inner: readonly IcuNode[] = nodes;
  for (const _ of dimensions) {
    const [node, ...more] = inner;
    if (node?.type !== 'selector' || more.length > 0 || node.options.size !== 1) return null;
    inner = [...node.options.values()][0]!;
  }
  return inner.some(({ type }) => type === 'selector') ? null : inner;
}

/**
 * Splits a line into words and placeholders. Concatenating the source texts of the tokens gives the
 * line.
 */
export function tokenizeLine(text: string, place: LinePlace, format: MessageFormat): Token[] {
  const nodes = parseLine(text, place.dimensions, format);
  if (nodes) {
    const leaf = {
      type: 'leaf',
      pieces: nodes as FormPiece[],
      path: pathOf(place.dimensions, place.keys),
    } as const;
    const { tokens } = tokenizeLeaf(leaf, stylesInsideIcu(format));
    if (tokens.map(({ source }) => source).join('') === text) return tokens;
  }
  const inPlural = place.dimensions.at(-1)?.kind !== 'select';
  return scanTokens(text, { styles: stylesOf(format), icu: inPlural ? 'plural' : 'message' });
}

/**
 * Returns the findings of {@link verifyMessage} for one line of a form. Positions are offsets in
 * the line.
 */
export function verifyLine(
  source: string,
  target: string,
  place: LinePlace,
  options: Pick<VerifyOptions, 'format' | 'sourceLocale' | 'targetLocale'>,
): Finding[] {
  return verifyWithFixes(source, target, options, (before, after) => {
    const pair = {
      source: tokenizeLine(before, place, options.format),
      target: tokenizeLine(after, place, options.format),
    };
    const compared = compareTokens(pair.source, pair.target, {
      ...options,
      ...compareOptionsOf(pathOf(place.dimensions, place.keys)),
    });
    const content = compareContent(pair.source, pair.target, options.targetLocale);
    return [...compared, ...checkEnds(pair, options), ...content];
  });
}
