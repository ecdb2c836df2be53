import { mergeText, type Token } from '../token/token.ts';
import { type Labels, parseLabels, renderLabels, sameTokens } from './labels.ts';

// Letter pairs that occur in no language and that tokenizers do not split. A pair that the text
// contains is skipped.
export const WORD_STEMS = ['Xq', 'Zq', 'Qx', 'Jq', 'Vq', 'Xj', 'Qz', 'Wx', 'Kq', 'Qv'];
const STEMS = [...WORD_STEMS, '\ue000'];

/**
 * Writes a number in base 25 with the letters a–y. The letter `z` marks the end of the number,
 * because engines may attach other words to it.
 */
function letters(ordinal: number): string {
  let rest = ordinal;
  let out = '';
  do {
    out = String.fromCharCode(97 + (rest % 25)) + out;
    rest = Math.floor(rest / 25) - 1;
  } while (rest >= 0);
  return out;
}

function chooseLabels(tokens: readonly Token[]): Labels {
  const plain = mergeText(tokens);
  const marked = plain.filter((token) => token.type !== 'text');
  let labels: Labels = [];
  for (const stem of STEMS) {
    labels = marked.map((_, ordinal) => `${stem}${letters(ordinal)}z`);
    const back = parseLabels(renderLabels(plain, labels), plain, labels, true);
    if (sameTokens(back, plain)) return labels;
  }
  return labels;
}

/**
 * Renders placeholders and tags as made-up words, for engines that support no markup. Engines
 * inflect and drop such words, so other renderings are preferred.
 */
export function renderSentinel(tokens: readonly Token[]): string {
  return renderLabels(mergeText(tokens), chooseLabels(tokens));
}

export function parseSentinel(body: string, tokens: readonly Token[]): readonly Token[] {
  return parseLabels(body, mergeText(tokens), chooseLabels(tokens), true);
}
