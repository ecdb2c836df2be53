import { setTimeout as sleep } from 'node:timers/promises';
import type { TranslationJob } from '@parlance/contracts';
import type { Client } from '@parlance/sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import { type Deployment, findDoubles, findWrongCounts, startDeployment } from './deployment.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_260_302);
const KILLS = Number(process.env.FAULT_KILLS ?? 20);
const LIMIT_MS = 600_000;
/** Maximum time in which the work of a killed worker must continue. */
const GOES_ON_MS = 20_000;
const TARGETS = ['de', 'fr', 'ja'];
const KEYS = 6_000;
const STRINGS = 3_000;
const JOBS_OF_STRINGS = 4;

let deployment: Deployment;
let client: Client;
beforeAll(async () => {
  deployment = await startDeployment({ apis: 1, workers: 2 });
  client = deployment.client(0);
}, LIMIT_MS);
afterAll(() => deployment?.stop(), LIMIT_MS);

/** Returns different texts, because repeated texts would not be billed. */
const textOf = (edition: string, at: number): string => `Open file ${at} of ${edition}, {name}`;
const textsOf = (edition: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => textOf(edition, index));
const unitsOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + [...text].length, 0) * TARGETS.length;

const startJobOfStrings = async (strings: string[]): Promise<string> => {
  const { data } = await client.translate.jobs.create({
    strings,
    sourceLocale: 'en',
    targetLocales: TARGETS,
    engine: 'pseudo',
  });
  return data.id;
};
const jobOf = async (jobId: string): Promise<TranslationJob> =>
  (await client.translate.jobs.get({ jobId })).data;
const hasEnded = async (jobId: string): Promise<boolean> =>
  !['queued', 'running'].includes((await jobOf(jobId)).status);

it('a job continues within 20 s of the death of every worker', { timeout: LIMIT_MS }, async () => {
  const random = randomOf(SEED);
  const strings = textsOf('goes on', 15_000);
  const jobId = await startJobOfStrings(strings);
  const pauses: number[] = [];
  for (let round = 0; round < 2; round++) {
    const { progress } = await jobOf(jobId);
    await until('progress', async () => (await jobOf(jobId)).progress.done > progress.done, 60_000);
    await sleep(random() * 1_000);
    const killedAt = performance.now();
    await Promise.all([deployment.kill('worker', 0, 0), deployment.kill('worker', 1, 0)]);
    // Completed statements of the killed workers must not count as progress of the next workers.
    const { done } = (await jobOf(jobId)).progress;
    await until('progress', async () => (await jobOf(jobId)).progress.done > done, 60_000, 20);
    pauses.push(performance.now() - killedAt);
  }
  expect(pauses.filter((pauseMs) => pauseMs > GOES_ON_MS)).toEqual([]);
  await until('the end', () => hasEnded(jobId), LIMIT_MS, 200);
  await expectWholeResult(jobId, strings);
});

it('workers killed at random moments translate, store, count and bill every string once', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED + 1);
  const { totals: before } = (await client.usage.get({})).data;
  const { id: projectId } = await createProjectOf(client);
  const texts = textsOf('the project', KEYS);
  await client.i18n.projects.import({
    projectId,
    locale: 'en',
    content: Object.fromEntries(texts.map((text, index) => [`key_${index}`, text])),
    targetLocales: TARGETS,
  });
  const { data: missing } = await client.translate.jobs.create({
    projectId,
    targetLocales: TARGETS,
    engine: 'pseudo',
  });
  const strings = Array.from({ length: JOBS_OF_STRINGS }, (_, index) =>
    textsOf(`job ${index}`, STRINGS),
  );
  const jobIds = await Promise.all(strings.map(startJobOfStrings));

  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(200 + random() * 2_500);
    await deployment.kill('worker', Math.floor(random() * 2), 0);
  }
  for (const jobId of [missing.id, ...jobIds]) {
    await until('the end', () => hasEnded(jobId), LIMIT_MS, 200);
  }

  const { data: done } = await client.translate.jobs.get({ jobId: missing.id });
  const total = KEYS * TARGETS.length;
  expect(done).toMatchObject({ status: 'completed', progress: { total, done: total, failed: 0 } });
  expect(done.usage).toMatchObject({ units: unitsOf(texts), billedUnits: unitsOf(texts) });
  const { data: locales } = await client.i18n.locales.list({ projectId });
  for (const { code, counts } of locales.filter((locale) => !locale.isSource)) {
    expect([code, counts]).toEqual([code, { translated: 0, needsReview: KEYS, missing: 0 }]);
  }
  for (const [at, jobId] of jobIds.entries()) await expectWholeResult(jobId, strings[at]!);

  const units = unitsOf(texts) + strings.reduce((sum, list) => sum + unitsOf(list), 0);
  const { totals } = (await client.usage.get({})).data;
  expect(totals.units - before.units).toBe(units);
  expect(totals.billedUnits - before.billedUnits).toBe(units);
  const charged: string[] = [];
  for await (const { reference } of client.billing.ledgerAll({})) charged.push(reference.id);
  for (const jobId of [missing.id, ...jobIds]) {
    expect(charged.filter((id) => id === jobId)).toEqual([jobId]);
  }
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
});

/** Requires each string once in each locale, with its placeholder, and billed once. */
async function expectWholeResult(jobId: string, strings: readonly string[]): Promise<void> {
  const job = await jobOf(jobId);
  const total = strings.length * TARGETS.length;
  expect(job).toMatchObject({ status: 'completed', progress: { total, done: total, failed: 0 } });
  expect(job.usage).toMatchObject({ units: unitsOf(strings), billedUnits: unitsOf(strings) });
  const made = new Map(TARGETS.map((locale) => [locale, new Map<string, string>()]));
  let cursor: string | undefined;
  do {
    const { data, meta } = await client.translate.jobs.result({
      jobId,
      limit: 500,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const [locale, { items }] of Object.entries(data.locales)) {
      for (const { id, text, status } of items) {
        expect(status).toBe('translated');
        expect(made.get(locale)!.has(id)).toBe(false);
        made.get(locale)!.set(id, text!);
      }
    }
    cursor = meta.nextCursor ?? undefined;
  } while (cursor !== undefined);
  for (const texts of made.values()) {
    expect(texts.size).toBe(strings.length);
    for (const [id, text] of texts) {
      // The pseudo engine does not change digits and placeholders.
      const [number] = /\d+/.exec(strings[Number(id)]!)!;
      expect(text).toContain(number);
      expect(text).toContain('{name}');
    }
  }
}
