import { analyzeMessage } from '../../src/analysis/analyze.ts';
import { parseRendered, renderSegment } from '../../src/rendering/render.ts';
import { repairTokens } from '../../src/repair/repair.ts';
import { type Rendering, type Token, textToken } from '../../src/token/token.ts';
import { verifyMessage } from '../../src/verify/verify-message.ts';
import { verifyTokens } from '../../src/verify/verify-tokens.ts';
import type { Random } from '../adversary/random.ts';

const RENDERINGS: readonly Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];
const OPTIONS = { format: 'auto', sourceLocale: 'en', targetLocale: 'de' } as const;
const NEW_WORD = 'ñandú';

const everything = (body: string): string => body.replace(/\p{L}+/gu, NEW_WORD);
const outsideOfTags = (body: string): string =>
  body.replace(/(<[^<>]*>|\[[^[\]]*\])|\p{L}+/gu, (_, tag) => tag ?? NEW_WORD);
const shuffled =
  (random: Random) =>
  (body: string): string => {
    const parts = outsideOfTags(body).split(' ');
    const at = random.below(parts.length);
    return [...parts.slice(at), ...parts.slice(0, at)].join(' ');
  };

const hasError = (findings: readonly { readonly severity: string }[]): boolean =>
  findings.some(({ severity }) => severity === 'error');

/** Translates only the text between tokens, like the last fallback of an engine call. */
const betweenTokens = (tokens: readonly Token[]): Token[] =>
  tokens.map((token) => (token.type === 'text' ? textToken(everything(token.text)) : token));

/**
 * Translates a text as the service would with an engine that changes, drops and moves everything it can. Returns null
 * if the text is reported instead.
 */
export function translateHostile(text: string, random: Random): string | null {
  const { leaves, assemble, findings } = analyzeMessage(text, OPTIONS);
  if (hasError(findings)) return null;
  const rendering = random.pick(RENDERINGS);
  const say = random.pick([everything, outsideOfTags, shuffled(random)]);
  const accept = (tokens: readonly Token[], output: readonly Token[]): readonly Token[] | null => {
    const repaired = repairTokens(tokens, output, OPTIONS);
    const { format, targetLocale } = OPTIONS;
    return hasError(verifyTokens(tokens, repaired, format, targetLocale)) ? null : repaired;
  };
  const outputs: (readonly Token[])[] = [];
  for (const { tokens } of leaves) {
    const answer = parseRendered(say(renderSegment(tokens, rendering)), tokens, rendering);
    const output = accept(tokens, answer) ?? accept(tokens, betweenTokens(tokens));
    if (output === null) return null;
    outputs.push(output);
  }
  const translated = assemble(outputs);
  return hasError(verifyMessage(text, translated, OPTIONS)) ? null : translated;
}
