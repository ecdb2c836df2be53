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

describe('engines of providers with any faults', () => {
  const subjects = [
    ...[useHtmlEngine(AMAZON), useHtmlEngine(AZURE), useHtmlEngine(GOOGLE)].map((setUp) => ({
      inject: (runs: number) => injectFaults(() => setUp(), HTML_FAULTS, runs),
    })),
    ...[useModelEngine(ANTHROPIC), useModelEngine(GEMINI), useModelEngine(OPENAI)].map((setUp) => ({
      inject: (runs: number) => injectFaults(() => setUp(), COMPLETION_FAULTS, runs),
    })),
  ];
  const ids = [AMAZON, AZURE, GOOGLE, ANTHROPIC, GEMINI, OPENAI].map(({ id }) => id);

  it.each(ids.map((id, at) => [id, subjects[at]!] as const))(
    '%s stores no broken string in 50,000 and sends a bounded number of requests',
    (_id, { inject }) => inject(testRuns(RUNS)),
  );
});
