import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import {
  type Deployment,
  findBrokenHistory,
  findDoubles,
  findWrongCounts,
  startDeployment,
} from './deployment.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_261_123);
const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const KEYS = 4_000;
const LIMIT_MS = 600_000;

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment({ apis: 1, workers: 1 });
}, LIMIT_MS);
afterAll(() => deployment?.stop(), LIMIT_MS);

const textsOf = (text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, `${text} ${index}`]));

/** Counts the values by the prefix of their text, and the changes by kind. */
async function stateOf(projectId: string): Promise<{ texts: unknown[]; changes: unknown[] }> {
  const [texts, changes] = await Promise.all([
    deployment.query(
      `select split_part(text, ' ', 1) as text, count(*)::int as values
       from translation_value where project_id = $1 group by 1`,
      [projectId],
    ),
    deployment.query(
      'select kind::text, count(*)::int from change where project_id = $1 group by 1 order by 1',
      [projectId],
    ),
  ]);
  return { texts, changes };
}

/** Returns the change numbers of a project that are duplicate or missing. */
const findWrongNumbers = (projectId: string): Promise<unknown[]> =>
  deployment.query(
    `select number from (
       select number, row_number() over (order by number) as place
       from change where project_id = $1 and number is not null) n
     where number <> place`,
    [projectId],
  );

it('a kill during a revert or a staged apply leaves the whole change or nothing, and uses each number once', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const client = () => deployment.client(0);
  const { id: projectId } = await createProjectOf(client(), 'whole');
  const { i18n } = client();
  await i18n.projects.import({ projectId, locale: 'en', content: textsOf('old') });
  const { data } = await i18n.projects.import({ projectId, locale: 'en', content: textsOf('new') });
  const startedAt = performance.now();
  const reverted = await i18n.changes.revert({ projectId, changeId: data.changeId! });
  // Each kill happens within three times the duration of this revert, because processes that just started are slower.
  const longestMs = 3 * (performance.now() - startedAt);
  let undoable = reverted.data.changeId!;
  let done = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const before = await stateOf(projectId);
    const isRevert = kill % 3 !== 2;
    let importId = '';
    if (!isRevert) {
      const content = textsOf(`staged${kill}`);
      const staged = await client().i18n.imports.create({ projectId, locale: 'en', content });
      importId = staged.data.importId;
    }
    const writing = isRevert
      ? client().i18n.changes.revert({ projectId, changeId: undoable })
      : client().i18n.imports.apply({ projectId, importId });
    const answer = writing.then(
      () => true,
      () => false,
    );
    await sleep(random() * longestMs);
    await deployment.kill('api', 0, random() * 300);
    const isAnswered = await answer;
    await until('ready', async () => (await fetch(`${deployment.url(0)}/health/ready`)).ok, 60_000);
    const after = await stateOf(projectId);
    expect(after.texts).toHaveLength(1);
    expect(after.texts).toMatchObject([{ values: KEYS }]);
    const isWritten = JSON.stringify(after.changes) !== JSON.stringify(before.changes);
    expect(isWritten).toBe(JSON.stringify(after.texts) !== JSON.stringify(before.texts));
    // All acknowledged writes exist.
    if (isAnswered) expect(isWritten).toBe(true);
    if (isWritten) {
      done++;
      const { data: newest } = await client().i18n.changes.list({ projectId, limit: 1 });
      undoable = newest[0]!.id;
    }
    if (!isRevert)
      await client()
        .i18n.imports.delete({ projectId, importId })
        .catch(() => {});
  }
  // Some processes must have been killed before their commit and some after it. Otherwise the test has shown nothing.
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(KILLS);
  await until(
    'every change has its number',
    async () =>
      (
        await deployment.query('select from change where project_id = $1 and number is null', [
          projectId,
        ])
      ).length === 0,
    60_000,
  );
  expect(await findWrongNumbers(projectId)).toEqual([]);
  expect(await findWrongCounts(deployment)).toEqual([]);
  expect(await findDoubles(deployment)).toEqual([]);
  expect(await findBrokenHistory(deployment)).toEqual([]);
});
