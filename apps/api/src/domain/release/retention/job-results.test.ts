import { expect, it } from 'vitest';
import type { TestApp } from '../../../../test/app/app.ts';
import { codeOf, type Tenant } from '../../../../test/app/build.ts';
import { describeTenant } from '../../../../test/app/describe-project.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';
import { JOB_RESULTS_KEPT_MS } from './ages.ts';
import { sweepEnded } from './sweep-ended.ts';

let app: TestApp;
let tenant: Tenant;
describeTenant(
  (given) => {
    ({ app, tenant } = given);
  },
  { overrides: { engines: directoryOf(createScriptedEngine()) } },
);

it('GET /v1/translate/jobs/:id/result answers 404 after the results are swept, and the job stays readable', async () => {
  const { jobs } = tenant.client.translate;
  const created = await jobs.create({
    strings: ['Good morning'],
    sourceLocale: 'en',
    targetLocales: ['es'],
  });
  const { id: jobId } = created.data;
  const { data: job } = await jobs.get({ jobId }, { waitSeconds: 30 });
  expect(job.status).toBe('completed');
  expect((await jobs.result({ jobId })).data.locales.es!.items).toHaveLength(1);

  app.clock.advance(JOB_RESULTS_KEPT_MS + 60_000);
  const swept = await sweepEnded(app.deps, new AbortController().signal);
  expect(swept.jobResults).toBe(1);
  expect(await codeOf(jobs.result({ jobId }))).toBe('not_found');
  expect((await jobs.get({ jobId })).data).toEqual(job);
});
