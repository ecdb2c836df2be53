import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { createRandom } from '../../test/adversary/random.ts';
import { codeOf, unmarked } from '../../test/code/examples.ts';
import { SYNTAXES, type Syntax } from '../../test/code/make-code.ts';
import { translateHostile } from '../../test/code/translate-hostile.ts';

// Variants depend on the plural categories of the language, so they are reported instead of translated.
const REPORTED = expect.stringMatching(/\.match|->/);
// The options of a plural may move around its number.
const names = (Object.keys(SYNTAXES) as Syntax[]).filter((name) => name !== 'ICU');

describe.each(names)('generated texts of %s', (syntax) => {
  it('keep the parts of their code if an engine changes and moves all words', () => {
    for (let seed = 0; seed < testRuns(150); seed++) {
      const random = createRandom(seed);
      const marked = SYNTAXES[syntax](random);
      const text = unmarked(marked);
      const translated = translateHostile(text, random);
      if (translated === null) expect([seed, text]).toEqual([seed, REPORTED]);
      const parts = translated === null ? [] : codeOf(marked);
      for (const part of parts) {
        expect([seed, translated]).toEqual([seed, expect.stringContaining(part)]);
      }
    }
  });
});
