import { tokenizeLeaf } from '../icu/icu-leaf.ts';
import { type IcuDimension, type IcuNode, parseIcu } from '../syntax/icu.ts';
import type { FormPiece } from '../syntax/icu-forms.ts';
import { scanTokens } from '../syntax/scanner.ts';
import type { MessageFormat, Token } from '../token/token.ts';
import { stylesInsideIcu, stylesOf } from '../token/tokenize.ts';
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
