import { analyzeMessage } from '../../src/analysis/analyze.ts';
import { parseRendered, renderSegment } from '../../src/rendering/render.ts';
import { repairTokens } from '../../src/repair/repair.ts';
import type { MessageFormat, Rendering } from '../../src/token/token.ts';
import { verifyMessage } from '../../src/verify/verify-message.ts';
import { verifyTokens } from '../../src/verify/verify-tokens.ts';

export const RENDERINGS: readonly Rendering[] = ['named', 'xml', 'html', 'superblank', 'sentinel'];

interface Outcome {
  /** True if verification found no error. */
  readonly ok: boolean;
  readonly text: string;
}

/** Translates a message from English by a simulated engine, as the service does. */
export function translateBy(
  engine: (body: string) => string,
  source: string,
  {
    format,
    targetLocale,
    rendering,
  }: { format: MessageFormat; targetLocale: string; rendering: Rendering },
): Outcome {
  const options = { format, sourceLocale: 'en', targetLocale };
  const { leaves, assemble, findings } = analyzeMessage(source, options);
  if (findings.length > 0) return { ok: false, text: source };
  let ok = true;
  const outputs = leaves.map(({ tokens }) => {
    const output = parseRendered(engine(renderSegment(tokens, rendering)), tokens, rendering);
    const repaired = repairTokens(tokens, output, options);
    const faults = verifyTokens(tokens, repaired, format, targetLocale);
    if (faults.some(({ severity }) => severity === 'error')) ok = false;
    return repaired;
  });
  if (!ok) return { ok, text: source };
  const text = assemble(outputs);
  const faults = verifyMessage(source, text, options);
  return { ok: !faults.some(({ severity }) => severity === 'error'), text };
}
