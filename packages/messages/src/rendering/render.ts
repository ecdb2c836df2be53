import { isSample, restoreSamples } from '../token/sample.ts';
import { mergeText, type Rendering, type Token, textToken } from '../token/token.ts';
import { parseHtml, renderHtml } from './html.ts';
import { parseNamed, renderNamed } from './named.ts';
import { parseSentinel, renderSentinel } from './sentinel.ts';
import { parseSuperblank, renderSuperblank } from './superblank.ts';
import { parseXml, renderXml } from './xml.ts';

interface Codec {
  readonly render: (tokens: readonly Token[]) => string;
  readonly parse: (body: string, tokens: readonly Token[]) => readonly Token[];
}

const CODECS: Readonly<Record<Rendering, Codec>> = {
  named: { render: renderNamed, parse: parseNamed },
  xml: { render: renderXml, parse: parseXml },
  html: { render: renderHtml, parse: parseHtml },
  superblank: { render: renderSuperblank, parse: parseSuperblank },
  sentinel: { render: renderSentinel, parse: parseSentinel },
};

/** Replaces each `#` that has a sample number by the sample number. */
function withSamples(tokens: readonly Token[]): readonly Token[] {
  return mergeText(tokens.map((token) => (isSample(token) ? textToken(token.sample) : token)));
}

export function renderSegment(tokens: readonly Token[], rendering: Rendering): string {
  return CODECS[rendering].render(withSamples(tokens));
}

/**
 * Converts an engine's answer to tokens. Accepts typical changes of markers, such as full-width
 * characters. Other damaged markers stay as text, and `verifyTokens` reports them.
 */
export function parseRendered(
  body: string,
  tokens: readonly Token[],
  rendering: Rendering,
): readonly Token[] {
  const shown = withSamples(tokens);
  return restoreSamples(CODECS[rendering].parse(body, shown), tokens);
}
