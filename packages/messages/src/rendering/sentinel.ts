import { mergeText, type Token } from '../token/token.ts';
import { type Labels, parseLabels, renderLabels, sameTokens } from './labels.ts';

// Letter pairs that no language has and no tokenizer splits at; several, because a text may contain one.
export const WORD_STEMS = ['Xq', 'Zq', 'Qx', 'Jq', 'Vq', 'Xj', 'Qz', 'Wx', 'Kq', 'Qv'];
const STEMS = [...WORD_STEMS, '\ue000'];

/** Base 25 in the letters a–y: `z` ends the sentinel, so that words glued to it stay outside. */
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

/** Made-up words, for engines that know no markup. The last resort: engines inflect and drop them. */
export function renderSentinel(tokens: readonly Token[]): string {
  return renderLabels(mergeText(tokens), chooseLabels(tokens));
}

export function parseSentinel(body: string, tokens: readonly Token[]): readonly Token[] {
  return parseLabels(body, mergeText(tokens), chooseLabels(tokens), true);
}
