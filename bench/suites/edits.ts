import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@parlance/sdk';
import { forkBare } from '../servers/fork-bare.ts';
import { type BenchServer, onServer } from '../servers/server.ts';
import { onStandbyPair } from '../servers/standby.ts';
import { openStreams } from '../streams.ts';
import { type Row, type Suite, timed } from '../suite.ts';
import { type Edited, fillProject, nextText, perSecond, WRITERS } from '../writers.ts';

const ROUNDS = 3;
const LISTENERS = 100;
/** Time between two edits in which the service polls for events and finds none. */
const QUIET_MS = 500;
const STANDBY_MS = 40;

export const edits: Suite = {
  name: 'edits',
  title: 'Edits',
  about:
    'Ten writers save translations one after the other, each its own keys: all in one locale of one project, ' +
    'then each in a project of its own. The bare statements write the value and its history, nothing else: two ' +
    'statements with `pg` in a transaction, on ten connections, behind a bare `node:http` server, which the same ' +
    'client calls. They are the least that an edit over HTTP costs on two cores. With a standby, a commit waits ' +
    `until it is applied there, ${STANDBY_MS} ms later. ` +
    'The listeners read the events of the project in the process of the benchmark.',
  async *rows() {
    yield* onServer(async function* (server) {
      yield* editRows(server, '', 0.5);
      yield await eventRow(server);
    });
    yield* onStandbyPair(
      ({ databaseUrl }) =>
        onServer((server) => editRows(server, ', with a standby', 0.9), {
          DATABASE_URL: databaseUrl,
        }),
      STANDBY_MS,
    );
  },
};

async function* editRows(server: BenchServer, where: string, atLeast: number): AsyncGenerator<Row> {
  const projects: Edited[][] = [];
  for (let index = 0; index < WRITERS; index++) projects.push(await fillProject(server));
  await server.settled();
  const together = projects[0]!;
  const shares = projects.map((_, at) => together.filter((_, index) => index % WRITERS === at));
  const { apiKey, databaseUrl } = server;
  const bareServer = await forkBare({ DATABASE_URL: databaseUrl });
  const bareClient = createClient({ baseUrl: bareServer.url, apiKey, maxRetries: 0 });
  const saveBy =
    (client: Client) =>
    (edited: Edited, text: string): Promise<unknown> =>
      client.i18n.values.update({ ...edited, text });
  const save = saveBy(server.client);
  const one: number[] = [];
  const ten: number[] = [];
  const bare: number[] = [];
  try {
    await perSecond(projects, save);
    await perSecond(projects, saveBy(bareClient));
    for (let round = 0; round < ROUNDS; round++) {
      one.push(await perSecond(shares, save));
      ten.push(await perSecond(projects, save));
      bare.push(await perSecond(projects, saveBy(bareClient)));
    }
  } finally {
    bareServer.stop();
  }
  yield {
    name: `edits of one locale by ten writers${where}`,
    unit: 'edits/s',
    ours: one,
    against: { name: 'ten projects', figures: ten },
    goal: { atLeast: 0.9 },
  };
  yield {
    name: `edits of ten projects by ten writers${where}`,
    unit: 'edits/s',
    ours: ten,
    against: { name: 'the bare statements over HTTP', figures: bare },
    goal: { atLeast },
  };
}

/** Measures edits with a hundred event listeners, the maximum of an organization. */
async function eventRow(server: BenchServer): Promise<Row> {
  const [edited] = await fillProject(server);
  const { projectId, valueId } = edited!;
  const heard = new Set<number>();
  let onHeard = (): void => {};
  const streams = await openStreams(server, projectId, LISTENERS, (at, type) => {
    if (type === 'values') heard.add(at);
    if (heard.size === LISTENERS) onHeard();
  });
  const ours: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(QUIET_MS);
    heard.clear();
    const all = new Promise<void>((resolve) => {
      onHeard = resolve;
    });
    const save = { projectId, valueId, text: nextText() };
    ours.push(
      await timed(async () => {
        await server.client.i18n.values.update(save);
        await all;
      }),
    );
  }
  streams.close();
  return {
    name: `an edit until the last of ${LISTENERS} listeners is told of it`,
    unit: 'ms',
    ours,
    goal: { atMost: 1_000 },
  };
}
