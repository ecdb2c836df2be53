import { baseline } from './import-baseline.ts';
import { messagesOf } from './messages.ts';
import { medianOf, type Row } from './row.ts';
import type { BenchServer } from './server.ts';

const KEYS = 100_000;
const ROUNDS = 3;

/** Import of 100,000 keys over HTTP, first and again, against the shortest script that writes the same rows. */
export async function* importRows(server: BenchServer): AsyncGenerator<Row> {
  const file = JSON.stringify(Object.fromEntries(messagesOf(KEYS)));
  const first: number[] = [];
  const again: number[] = [];
  const script: number[] = [];
  const slowestHealth: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await createProject(server, `ours ${round}`);
    const health = watchHealth(server.url);
    first.push(await timeImport(server, ours.id, file));
    again.push(await timeImport(server, ours.id, file));
    slowestHealth.push(await health.stop());
    const theirs = await createProject(server, `script ${round}`);
    script.push((await baseline(server.databaseUrl, theirs, file)).firstMs);
  }
  yield {
    name: `import of ${KEYS.toLocaleString('en')} keys over HTTP`,
    unit: 'ms',
    ours: first,
    baseline: script,
    baselineName: 'the same rows by the shortest `pg` script',
    goal: { ratio: 2.5, better: 'less' },
  };
  yield {
    name: 'the same file again',
    unit: 'ms',
    ours: again,
    baseline: first,
    baselineName: 'its first import',
    goal: { ratio: 0.4, better: 'less' },
  };
  yield {
    name: 'slowest `/health` meanwhile',
    unit: 'ms',
    ours: slowestHealth,
    baseline: slowestHealth.map(() => 200),
    baselineName: 'the promise',
    goal: { ratio: 1, better: 'less' },
  };
  yield {
    name: 'most memory of the server meanwhile',
    unit: 'MB',
    ours: [server.peakMb()],
    baseline: [400],
    baselineName: 'the promise',
    goal: { ratio: 1, better: 'less' },
  };
}

const createProject = async (server: BenchServer, name: string) =>
  (await server.client.i18n.projects.create({ name, sourceLocale: 'en' })).data;

async function timeImport(server: BenchServer, projectId: string, file: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${server.url}/v1/i18n/projects/${projectId}/import?locale=en`, {
    method: 'POST',
    headers: { Authorization: `ApiKey ${server.apiKey}`, 'Content-Type': 'application/json' },
    body: file,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return performance.now() - startedAt;
}

/** Asks `/health` over and over; `stop` answers the longest wait in ms. */
function watchHealth(url: string): { stop(): Promise<number> } {
  const waits: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const askedAt = performance.now();
      await (await fetch(`${url}/health`)).arrayBuffer();
      waits.push(performance.now() - askedAt);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return Math.max(medianOf(waits), ...waits);
    },
  };
}
