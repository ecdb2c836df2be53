import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkRun } from '@parlance/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
} from './deployment.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_261_124);
const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const KEYS = 20_000;
const LIMIT_MS = 600_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment({ apis: 1, workers: 2 });
}, LIMIT_MS);
afterAll(() => deployment?.stop(), LIMIT_MS);

it('workers change and count every value once, even if they are killed during bulk changes', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const { i18n } = deployment.client(0);
  const { id: projectId } = await createProjectOf(deployment.client(0), 'bulk');
  const content = Object.fromEntries(
    Array.from({ length: KEYS }, (_, index) => [`k${index}`, `text ${index}`]),
  );
  await i18n.projects.import({ projectId, locale: 'en', content });
  let kills = 0;
  let inTheMiddle = 0;
  for (let edition = 1; kills < KILLS; edition++) {
    const { data: started } = await i18n.values.bulk({
      projectId,
      select: { query: '', locales: ['en'] },
      action: { replace: { find: 'text', replaceWith: 'text x', matchesCase: true } },
    });
    const runId = started.id!;
    const read = async (): Promise<BulkRun> => (await i18n.bulkRuns.get({ projectId, runId })).data;
    for (let kill = 0; kill < 3; kill++, kills++) {
      await sleep(random() * 1_500);
      await Promise.all([deployment.kill('worker', 0, 0), deployment.kill('worker', 1, 0)]);
      const { status, rowsDone } = await read();
      if (status === 'running' && rowsDone > 0) inTheMiddle++;
    }
    await until('the end', async () => (await read()).status !== 'running', LIMIT_MS, 200);
    expect(await read()).toMatchObject({
      status: 'completed',
      rowsDone: KEYS,
      changed: KEYS,
      skipped: 0,
      conflicts: 0,
    });
    const texts = await deployment.query(
      `select version, regexp_replace(text, '\\d+$', '') as text, count(*)::int as values
       from translation_value where project_id = $1 group by 1, 2`,
      [projectId],
    );
    const text = `text${' x'.repeat(edition)} `;
    expect(texts).toEqual([{ version: edition + 1, text, values: KEYS }]);
    const { data: change } = await i18n.changes.get({ projectId, changeId: runId });
    expect(change).toMatchObject({ state: 'completed', counts: { values: KEYS } });
  }
  // Some kills must have interrupted a run. Otherwise the test has shown nothing.
  expect(inTheMiddle).toBeGreaterThan(0);
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);
});
