import { describe, it } from 'vitest';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { useHtmlEngine } from './html/describe-html-engine.ts';
import { HTML_FAULTS } from './html/fake-html.ts';
import { AMAZON, AZURE, GOOGLE } from './html/kinds.ts';
import { injectFaults, injectFaultsInto } from './inject-faults.ts';
import { COMPLETION_FAULTS, useModelEngine } from './models/describe-model-engine.ts';
import { ANTHROPIC, GEMINI, OPENAI } from './models/kinds.ts';
import { readRealTexts } from './real-texts.ts';

/** Number of runs per part. Each run translates 25 strings. */
const RUNS = 2_000;
/** Number of parts of 50,000 strings for each engine. `TEST_RUNS=4` translates 1,200,000 strings in total. */
const PARTS = Math.ceil(testRuns(1));
/** Timeout of one part. Amazon needs one request per string. */
const TIMEOUT_MS = 1_800_000;

const { texts: realTexts, refused } = await readRealTexts();

describe('the engine', () => {
  const subjects = [
    ...[useHtmlEngine(AMAZON), useHtmlEngine(AZURE), useHtmlEngine(GOOGLE)].map((setUp) => ({
      inject: (part: number) => injectFaults(() => setUp(), HTML_FAULTS, RUNS, part),
      injectInto: () => injectFaultsInto(() => setUp(), HTML_FAULTS, realTexts),
    })),
    ...[useModelEngine(ANTHROPIC), useModelEngine(GEMINI), useModelEngine(OPENAI)].map((setUp) => ({
      inject: (part: number) => injectFaults(() => setUp(), COMPLETION_FAULTS, RUNS, part),
      injectInto: () => injectFaultsInto(() => setUp(), COMPLETION_FAULTS, realTexts),
    })),
  ];
  const ids = [AMAZON, AZURE, GOOGLE, ANTHROPIC, GEMINI, OPENAI].map(({ id }) => id);
  const named = ids.map((id, index) => [id, subjects[index]!] as const);
  const parts = Array.from({ length: PARTS }, (_, part) =>
    named.map(([id, subject]) => [id, part + 1, subject] as const),
  );

  it.each(parts.flat())(
    '%s stores no broken string in part %i of 50,000 runs, and sends a bounded number of requests',
    (_id, part, { inject }) => inject(part),
    TIMEOUT_MS,
  );

  it.each(named)(
    `%s stores no broken string of ${realTexts.length} texts of real files (${refused.length} files are refused)`,
    (_id, { injectInto }) => injectInto(),
    TIMEOUT_MS,
  );
});
