import { isBroken } from '@parlance/messages/quality';
import fc from 'fast-check';
import { expect } from 'vitest';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { MAX_TRIES } from '../../src/domain/project/engine/engine-calls.ts';
import type { Engine } from '../../src/providers/mt/engine.ts';
import type { EngineServer, TransportFault } from './faulty-server.ts';
import { translateAll } from './translate-all.ts';

export interface FaultySubject<Fault extends { kind: string }> {
  readonly engine: Engine;
  readonly server: EngineServer<Fault>;
}

/** Number of strings that one run translates. */
const STRINGS_PER_RUN = 25;
/** Maximum number of requests per string: in its batch, and alone in other forms. */
const REQUESTS_PER_STRING = 4;
export const PATIENCE = { callTimeoutMs: 20_000 * SLOWNESS, maxWaitMs: 50, firstWaitMs: 1 };

const TRANSPORT_FAULTS: readonly TransportFault[] = [
  { kind: 'status', status: 400, body: { error: { message: 'no' } } },
  { kind: 'status', status: 403, body: 'Forbidden' },
  { kind: 'status', status: 413 },
  { kind: 'status', status: 429, headers: { 'retry-after': '0.01' } },
  { kind: 'status', status: 500, body: '<html>' },
  { kind: 'status', status: 503 },
  { kind: 'reset' },
  { kind: 'not-json' },
  { kind: 'not-utf8' },
  { kind: 'truncated-json' },
];

const PIECES = [
  'Open',
  'the file',
  'Save',
  'Größe',
  '日本語',
  'مرحبا',
  '5 %',
  '100%',
  '7301',
  '12',
  '…',
  '.',
  '{name}',
  '{{count}}',
  '%s',
  '%1$d',
  '%{total}',
  `\${user}`,
  'https://example.com/a?b=1&c=2',
  '<b>now</b>',
  '<a href="/x">go <i>there</i></a>',
  '<br/>',
  `"it's"`,
  'span id="x0"',
  '“',
  '\n',
  '\t',
  '  ',
  '\u00a0',
  '🎉',
  '<b>{name}</b>',
  '<span id="g0">x</span>',
  '<b>one\ntwo</b>',
];
/** A string contains entities or bare characters, but not both, because the pipeline writes one style per string. */
const ENTITIES = ['&amp;', '&lt;'];
const BARE = ['<', '&', '<3'];
const ICU = [
  '{n, plural, one {# file} other {# files}}',
  '{g, select, female {She has <b>{n}</b>} other {They have {n}}}',
];

const join = (pieces: readonly string[]) =>
  fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
    .map((chosen) => chosen.join(' '));

const message: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: join([...PIECES, ...ENTITIES]) },
  { weight: 3, arbitrary: join([...PIECES, ...BARE]) },
  { weight: 1, arbitrary: fc.constantFrom(...ICU) },
);

type AnyFault<Fault> = Fault | TransportFault | null;

/** Generates the faults of the first requests of a run. Null stands for a request without a fault. */
const plansOf = <Fault extends { kind: string }>(faults: readonly Fault[]) =>
  fc.array(
    fc.constantFrom<AnyFault<Fault>[]>(...faults, ...faults, ...TRANSPORT_FAULTS, null, null),
    { maxLength: 6 },
  );

const seedOf = (part: number): number => (fc.readConfigureGlobal()?.seed ?? Date.now()) + part;

/**
 * Translates strings through the pipeline while the provider has the planned faults. Requires that every translation
 * has the structure of its source, and that the number of requests is bounded. Returns the number of translations.
 */
async function translateWithFaults<Fault extends { kind: string }>(
  { engine, server }: FaultySubject<Fault>,
  texts: readonly string[],
  plan: readonly AnyFault<Fault>[],
): Promise<number> {
  server.clear();
  for (const fault of plan) server.fail(fault ?? { kind: 'slow', delayMs: 0 });
  const before = server.requests.length;
  const results = await translateAll(engine, texts, PATIENCE);
  const requests = server.requests.length - before;
  expect(requests).toBeLessThanOrEqual(
    texts.length * REQUESTS_PER_STRING + plan.length * MAX_TRIES,
  );
  let translated = 0;
  for (const [at, result] of results.entries()) {
    if (result.status !== 'translated') continue;
    translated++;
    const source = texts[at]!;
    expect(isBroken(source, result.text, 'de'), `${source} → ${result.text}`).toBe(false);
  }
  return translated;
}

/** Translates generated strings with faults. Each part of a long test has other strings. */
export async function injectFaults<Fault extends { kind: string }>(
  setUp: () => Promise<FaultySubject<Fault>>,
  faults: readonly Fault[],
  runs: number,
  part = 0,
): Promise<void> {
  const subject = await setUp();
  await subject.engine.readiness('en', 'de');
  let translated = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { minLength: STRINGS_PER_RUN, maxLength: STRINGS_PER_RUN }),
      plansOf(faults),
      async (texts, plan) => {
        translated += await translateWithFaults(subject, texts, plan);
      },
    ),
    { numRuns: runs, seed: seedOf(part) },
  );
  expect(translated).toBeGreaterThan((runs * STRINGS_PER_RUN) / 4);
}

/** Translates each of the strings once, with generated faults. */
export async function injectFaultsInto<Fault extends { kind: string }>(
  setUp: () => Promise<FaultySubject<Fault>>,
  faults: readonly Fault[],
  texts: readonly string[],
): Promise<void> {
  const subject = await setUp();
  await subject.engine.readiness('en', 'de');
  const runs = Math.ceil(texts.length / STRINGS_PER_RUN);
  let translated = 0;
  for (const [run, plan] of fc
    .sample(plansOf(faults), { numRuns: runs, seed: seedOf(0) })
    .entries()) {
    const start = run * STRINGS_PER_RUN;
    const own = texts.slice(start, start + STRINGS_PER_RUN);
    translated += await translateWithFaults(subject, own, plan);
  }
  expect(translated).toBeGreaterThan(texts.length / 4);
}
