import { describe, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { useHtmlEngine } from './html/describe-html-engine.ts';
import { HTML_FAULTS } from './html/fake-html.ts';
import { AMAZON, AZURE, GOOGLE } from './html/kinds.ts';
import { injectFaults } from './inject-faults.ts';
import { COMPLETION_FAULTS, useModelEngine } from './models/describe-model-engine.ts';
import { ANTHROPIC, GEMINI, OPENAI } from './models/kinds.ts';

/** Each run translates 25 strings. */
const RUNS = 2_000;
/** Parts of 50,000 strings for each engine: `TEST_RUNS=4` makes 1,200,000 strings in all. */
const PARTS = Math.ceil(testRuns(1));

describe('engines of providers with any faults', () => {
  const subjects = [
    ...[useHtmlEngine(AMAZON), useHtmlEngine(AZURE), useHtmlEngine(GOOGLE)].map((setUp) => ({
      inject: (part: number) => injectFaults(() => setUp(), HTML_FAULTS, RUNS, part),
    })),
    ...[useModelEngine(ANTHROPIC), useModelEngine(GEMINI), useModelEngine(OPENAI)].map((setUp) => ({
      inject: (part: number) => injectFaults(() => setUp(), COMPLETION_FAULTS, RUNS, part),
    })),
  ];
  const ids = [AMAZON, AZURE, GOOGLE, ANTHROPIC, GEMINI, OPENAI].map(({ id }) => id);
  const parts = Array.from({ length: PARTS }, (_, part) =>
    ids.map((id, at) => [id, part + 1, subjects[at]!] as const),
  );

  it.each(parts.flat())(
    '%s stores no broken string in the %i. part of 50,000 and sends a bounded number of requests',
    (_id, part, { inject }) => inject(part),
  );
});
