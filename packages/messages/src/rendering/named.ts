import { type MarkedToken, mergeText, type PlaceholderToken, type Token } from '../token/token.ts';
import { tokenize } from '../token/tokenize.ts';
import {
  type Labels,
  parseLabels,
  renderLabels,
  sameTokens,
  withoutHiddenTerms,
} from './labels.ts';

type LabelScheme = (token: MarkedToken) => string | null;

function bracketed(open: string, close: string, slash: string): LabelScheme {
  return (token) => {
    if (token.type === 'term') return null;
    if (token.type === 'open') return `${open}g${token.id}${close}`;
    if (token.type === 'close') return `${open}${slash}g${token.id}${close}`;
    return `${open}x${token.id}${close}`;
  };
}

// Labels for placeholders, in order of preference. The first label is the placeholder itself,
// because its name describes its value to the engine.
const SCHEMES: readonly LabelScheme[] = [
  (token) => (token.type === 'term' ? null : token.source),
  bracketed('<', '>', '/'),
  bracketed('⟦', '⟧', '/'),
  bracketed('\ue000', '\ue001', '\ue002'),
];

function labelsBy(scheme: LabelScheme, tokens: readonly Token[]): Labels {
  return tokens.filter((token) => token.type !== 'text').map(scheme);
}

function isFaithful(tokens: readonly Token[], labels: Labels): boolean {
  const back = parseLabels(renderLabels(tokens, labels), tokens, labels);
  return sameTokens(back, withoutHiddenTerms(tokens, labels));
}

const chosen = new WeakMap<readonly Token[], Labels>();

function chooseLabels(tokens: readonly Token[]): Labels {
  const cached = chosen.get(tokens);
  if (cached) return cached;
  const plain = mergeText(tokens);
  const [first, ...others] = SCHEMES;
  let labels = labelsBy(first!, plain);
  for (const scheme of others) {
    if (isFaithful(plain, labels)) break;
    labels = labelsBy(scheme, plain);
  }
  chosen.set(tokens, labels);
  return labels;
}

export function renderNamed(tokens: readonly Token[]): string {
  return renderLabels(tokens, chooseLabels(tokens));
}

const normalize = (label: string): string => label.replace(/\s+/g, '').toLowerCase();

/**
 * Converts an answer to tokens. Recognizes placeholders in which an engine changed white space or
 * case, such as `{ Name }` for `{name}`.
 */
export function parseNamed(body: string, tokens: readonly Token[]): readonly Token[] {
  const labels = chooseLabels(tokens);
  const out = parseLabels(body, tokens, labels);
  const found = new Set(out);
  const missing = new Map<string, PlaceholderToken[]>();
  for (const token of tokens) {
    if (token.type !== 'placeholder' || found.has(token)) continue;
    const shape = normalize(token.source);
    const same = missing.get(shape);
    if (same) same.push(token);
    else missing.set(shape, [token]);
  }
  if (missing.size === 0) return out;
  return mergeText(
    out.flatMap((token) => {
      if (token.type !== 'text') return [token];
      return tokenize(token.text, 'auto').map((part): Token => {
        if (part.type === 'text') return { type: 'text', source: part.source, text: part.source };
        const same = missing.get(normalize(part.source));
        const certain = same && new Set(same.map((candidate) => candidate.source)).size === 1;
        return (
          (certain ? same.shift() : undefined) ?? {
            type: 'text',
            source: part.source,
            text: part.source,
          }
        );
      });
    }),
  );
}
