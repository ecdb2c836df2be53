import { expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { judge } from '../../test/adversary/judge.ts';
import { makeIcu, makeText } from '../../test/adversary/make-message.ts';
import { createRandom } from '../../test/adversary/random.ts';
import { spoil } from '../../test/adversary/spoil.ts';
import { RENDERINGS, translateBy } from '../../test/adversary/translate-by.ts';
import { analyzeMessage } from '../analysis/analyze.ts';
import { parseRendered, renderSegment } from '../rendering/render.ts';
import type { MessageFormat } from '../token/token.ts';
import { verifyMessage } from './verify-message.ts';

it('a text that an engine does not change is restored code unit by code unit', () => {
  for (let seed = 0; seed < testRuns(5_000); seed++) {
    const random = createRandom(seed);
    const icu = seed % 3 === 0;
    const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
    const messageFormat = icu
      ? 'icu'
      : random.pick(['auto', 'i18next', 'printf', 'ruby', 'plain'] as const);
    const rendering = random.pick(RENDERINGS);
    const { leaves, assemble } = analyzeMessage(source, {
      format: messageFormat,
      sourceLocale: 'en',
      targetLocale: 'en',
    });
    const outputs = leaves.map(({ tokens }) =>
      parseRendered(renderSegment(tokens, rendering), tokens, rendering),
    );
    const text = assemble(outputs);
    if (text !== source)
      expect({ seed, rendering, text }).toEqual({ seed, rendering, text: source });
  }
});

it('a text has no errors when compared with itself, in any format', () => {
  for (let seed = 0; seed < testRuns(2_000); seed++) {
    const random = createRandom(seed + 7_000_000);
    const icu = seed % 3 === 0;
    const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
    const messageFormat = icu
      ? 'icu'
      : random.pick(['auto', 'i18next', 'printf', 'ruby', 'plain'] as const);
    const options = {
      format: messageFormat as MessageFormat,
      sourceLocale: 'en',
      targetLocale: 'en',
    };
    const findings = verifyMessage(source, source, options);
    if (findings.length > 0) expect({ seed, findings, source }).toEqual({ findings: [] });
  }
});

const ROUND = 2_000;
const ROUNDS = Array.from({ length: testRuns(6) }, (_, index) => index);

it.each(ROUNDS)(
  'verification detects each broken text of a simulated engine (round %i)',
  (round) => {
    const locales = ['es', 'fr', 'de', 'ru', 'ar', 'ja', 'pl'];
    let passed = 0;
    for (let seed = round * ROUND; seed < (round + 1) * ROUND; seed++) {
      const random = createRandom(seed + 1_000_000);
      const icu = seed % 4 === 0;
      const source = icu ? makeIcu(random, { next: 0 }) : makeText(random, { next: 0 }, 0, false);
      const targetLocale = random.pick(locales);
      const rendering = random.pick(RENDERINGS);
      const engine = (body: string): string => (random.below(3) === 0 ? body : spoil(random, body));
      const { ok, text } = translateBy(engine, source, {
        format: icu ? 'icu' : 'auto',
        targetLocale,
        rendering,
      });
      if (!ok) continue;
      passed++;
      const fault = judge(source, text, icu, targetLocale);
      if (fault !== null) {
        expect({ seed, rendering, targetLocale, fault, text }).toEqual({ source });
      }
    }
    expect(passed).toBeGreaterThan(ROUND / 4);
    expect(passed).toBeLessThan(ROUND);
  },
);
