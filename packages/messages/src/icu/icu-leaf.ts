import type { IcuArgument, IcuLiteral, Mf2MarkupNode } from '../syntax/icu.ts';
import type { FormBranch, FormLeaf, FormPath, FormPiece } from '../syntax/icu-forms.ts';
import { decodeIcu, encodeIcu, type IcuPlace } from '../syntax/icu-quote.ts';
import { isCountName } from '../syntax/scan.ts';
import {
  type ForcedToken,
  type ScanStyles,
  scanPlain,
  scanTokens,
  scanTokensInSteps,
} from '../syntax/scanner.ts';
import { placeNumber } from '../token/sample.ts';
import { runSteps, type Steps } from '../token/steps.ts';
import type { MessageTerm, PlaceholderToken, Token } from '../token/token.ts';
import { plainSpelling } from '../words/words.ts';

interface LeafText {
  readonly text: string;
  readonly forced: readonly ForcedToken[];
  readonly verbatim: readonly {
    readonly at: number;
    readonly start: number;
    readonly length: number;
  }[];
  readonly inlines: readonly FormBranch[];
}

export interface IcuLeafTokens {
  readonly tokens: Token[];
  readonly inlines: readonly FormBranch[];
  /** Null for a message of MessageFormat 2. */
  readonly place: IcuPlace | null;
}

function placeOf(path: FormPath, quotes: boolean): IcuPlace {
  const innermost = path.at(-1)?.dimension;
  return {
    nested: innermost !== undefined,
    inPlural: innermost !== undefined && innermost.kind !== 'select',
    quotes,
  };
}

function joinLiterals(run: readonly IcuLiteral[], place: IcuPlace): string {
  const raw = run.map((literal) => literal.raw).join('');
  const [only] = run;
  const unmoved =
    run.length === 1 && only!.nested === place.nested && only!.inPlural === place.inPlural;
  if (unmoved || !place.quotes || !/['#{}]/.test(raw)) return raw;
  let text = '';
  const quotesAngle = new Set<number>();
  for (const literal of run) {
    const decoded = decodeIcu(literal.raw, literal.inPlural);
    for (const at of decoded.quotedAngles) quotesAngle.add(text.length + at);
    text += decoded.text;
  }
  return encodeIcu(text, { ...place, doublesApostrophes: false, quotesAngle });
}

function placeholder(
  kind: PlaceholderToken['kind'],
  numeric: boolean,
): Omit<PlaceholderToken, 'source'> {
  return { type: 'placeholder', id: 0, kind, numeric, positional: false };
}

function argumentToken(argument: IcuArgument, path: FormPath): Omit<PlaceholderToken, 'source'> {
  const isCounted = path.some(
    ({ dimension }) => dimension.name === argument.name && dimension.kind !== 'select',
  );
  return placeholder(
    'icu',
    isCounted || argument.format === 'number' || isCountName(argument.name),
  );
}

const tagOf = ({ role, name }: Mf2MarkupNode): ForcedToken['token'] => ({
  type: 'tag',
  role,
  name,
});

export function writeLeaf(pieces: readonly FormPiece[], path: FormPath): LeafText {
  const isQuoted = pieces.every((piece) => piece.type !== 'literal' || piece.quotes);
  const place = placeOf(path, isQuoted);
  const forced: ForcedToken[] = [];
  const verbatim: { at: number; start: number; length: number }[] = [];
  const inlines: FormBranch[] = [];
  let text = '';
  let run: IcuLiteral[] = [];
  const flush = (): void => {
    if (run.length === 0) return;
    const written = joinLiterals(run, place);
    if (written === run.map((literal) => literal.raw).join('')) {
      let at = text.length;
      for (const { start, raw } of run) {
        verbatim.push({ at, start, length: raw.length });
        at += raw.length;
      }
    }
    text += written;
    run = [];
  };
  const force = (source: string, token: ForcedToken['token']): void => {
    forced.push({ start: text.length, end: text.length + source.length, token });
    text += source;
  };
  for (const piece of pieces) {
    if (piece.type === 'literal') {
      run.push(piece);
      continue;
    }
    flush();
    if (piece.type === 'pound') force('#', placeholder('pound', true));
    else if (piece.type === 'argument') force(piece.raw, argumentToken(piece, path));
    else if (piece.type === 'markup') force(piece.raw, tagOf(piece));
    else {
      force(piece.raw, { ...placeholder('icu', false), part: inlines.length });
      inlines.push(piece.tree);
    }
  }
  flush();
  return { text, forced, verbatim, inlines };
}

function moveTerms(terms: readonly MessageTerm[], leaf: LeafText): MessageTerm[] {
  return leaf.verbatim.flatMap(({ at, start, length }) => {
    const moved: MessageTerm[] = [];
    for (let next = firstFrom(terms, start); next < terms.length; next++) {
      const term = terms[next]!;
      if (term.start >= start + length) break;
      if (term.end > start + length) continue;
      moved.push({ ...term, start: term.start - start + at, end: term.end - start + at });
    }
    return moved;
  });
}

function firstFrom(terms: readonly MessageTerm[], start: number): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle]!.start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Scans a text for tokens. A glossary term becomes a token only in ordinary words, and not in an
 * address or in markup.
 */
export function* scanWithTerms(
  text: string,
  options: Parameters<typeof scanTokens>[1],
  terms: readonly MessageTerm[],
): Steps<Token[]> {
  const tokens = scanPlain(text, options) ?? (yield* scanTokensInSteps(text, options));
  if (terms.length === 0) return tokens;
  const forced: ForcedToken[] = [...(options.forced ?? [])];
  const wordings = new Map<string, string | null>();
  const wordingOf = (written: string): string | null => {
    let cachedWording = wordings.get(written);
    if (cachedWording === undefined) {
      const [alone, ...more] = scanTokens(written, { ...options, forced: [] });
      const isWords = alone?.type === 'text' && more.length === 0 && !BREAK.test(alone.text);
      cachedWording = isWords ? plainSpelling(alone.text) : null;
      wordings.set(written, cachedWording);
    }
    return cachedWording;
  };
  const sorted = [...terms].sort((a, b) => a.start - b.start || b.end - a.end);
  let at = 0;
  let next = 0;
  for (const token of tokens) {
    const end = at + token.source.length;
    for (; next < sorted.length && sorted[next]!.start < end; next++) {
      const term = sorted[next]!;
      if (token.type !== 'text' || term.start < at || term.end > end) continue;
      const wording = wordingOf(text.slice(term.start, term.end));
      if (wording === null) continue;
      at = term.end;
      forced.push({ start: term.start, end: term.end, token: termToken(term, wording) });
    }
    at = end;
  }
  if (forced.length === (options.forced?.length ?? 0)) return tokens;
  forced.sort((a, b) => a.start - b.start);
  return yield* scanTokensInSteps(text, { ...options, forced });
}

const BREAK = /[\n\r\u2028\u2029]/;

function termToken(term: MessageTerm, text: string): ForcedToken['token'] {
  if (term.doNotTranslate || term.target === undefined) return placeholder('keep', false);
  return { type: 'term', id: 0, text, target: term.target, termId: term.id };
}

/**
 * Replaces the count of the innermost plural by a sample number. The count is `#` or the argument
 * of the plural.
 */
function placeSample(tokens: readonly Token[], path: FormPath): Token[] {
  const innermost = path.at(-1);
  const shown = innermost?.choice.sample ?? null;
  if (!innermost || shown === null) return [...tokens];
  const { name, offset } = innermost.dimension;
  const counts = tokens.filter(
    (token): token is PlaceholderToken =>
      token.type === 'placeholder' &&
      (token.kind === 'pound' || (token.kind === 'icu' && countName(token.source) === name)),
  );
  const [count, ...more] = counts;
  if (!count || more.length > 0) return [...tokens];
  return placeNumber(tokens, count, String(count.kind === 'pound' ? shown : shown + offset));
}

const COUNT = /^\{\s*([^\s,{}]+)(?:\s*,\s*number|\s+:(?:number|integer))?\s*\}$/u;

/**
 * Returns the argument name of a placeholder that shows a plain number. Null for other
 * placeholders.
 */
function countName(source: string): string | null {
  const match = COUNT.exec(source);
  return match ? match[1]! : null;
}

export const tokenizeLeaf = (leaf: FormLeaf, styles: ScanStyles): IcuLeafTokens =>
  runSteps(tokenizeLeafInSteps(leaf, styles));

export function* tokenizeLeafInSteps(
  { pieces, path }: FormLeaf,
  styles: ScanStyles,
  terms: readonly MessageTerm[] = [],
): Steps<IcuLeafTokens> {
  const written = writeLeaf(pieces, path);
  const place = styles.literals === null ? placeOf(path, styles.quotes) : null;
  const options = {
    styles,
    icu: place?.inPlural ? 'plural' : 'message',
    forced: written.forced,
  } as const;
  const tokens = yield* scanWithTerms(written.text, options, moveTerms(terms, written));
  return { tokens: placeSample(tokens, path), inlines: written.inlines, place };
}
