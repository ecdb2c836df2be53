import { compareAttributes } from '../verify/compare-attributes.ts';
import { compareContent } from '../verify/compare-content.ts';
import { compareTokens } from '../verify/compare-tokens.ts';
import type { Finding } from '../verify/findings.ts';
import { compareOptionsOf } from '../verify/verify-icu.ts';
import { checkEnds } from '../verify/verify-message.ts';
import type { VerifyOptions } from '../verify/verify-options.ts';
import { verifyWithFixes } from '../verify/verify-with-fixes.ts';
import { type LinePlace, tokenizeLine } from './line-text.ts';
import { pathOf } from './message-form.ts';

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
    const attributes = compareAttributes(pair.source, pair.target);
    return [...compared, ...checkEnds(pair, options), ...content, ...attributes];
  });
}
