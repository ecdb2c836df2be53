import { tokenizeLeaf } from '../icu/icu-leaf.ts';
import { type IcuDimension, type IcuNode, parseIcu } from '../syntax/icu.ts';
import type { FormPiece } from '../syntax/icu-forms.ts';
import { scanTokens } from '../syntax/scanner.ts';
import type { MessageFormat, Token } from '../token/token.ts';
import { stylesInsideIcu, stylesOf, tokenize } from '../token/tokenize.ts';
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

/** True for a selector of MessageFormat 2, which chooses by a variable such as `$n`. */
const isOfMf2 = ({ name }: IcuDimension): boolean => name.startsWith('$');

/** Splits a pattern of MessageFormat 2. The braces keep a period at its start from being a declaration. */
function tokenizePattern(text: string): Token[] {
  const tokens = tokenize(`{{${text}}}`, 'mf2');
  const isWhole = tokens[0]?.source === '{{' && tokens.at(-1)?.source === '}}';
  return isWhole ? tokens.slice(1, -1) : tokenize(text, 'mf2');
}

/**
 * Splits a line into words and placeholders. Concatenating the source texts of the tokens gives the
 * line.
 */
export function tokenizeLine(text: string, place: LinePlace, format: MessageFormat): Token[] {
  if (place.dimensions.some(isOfMf2)) return tokenizePattern(text);
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
