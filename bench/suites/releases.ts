import { type BenchServer, startServer } from '../servers/server.ts';
import type { Suite } from '../suite.ts';
import { createProject, importFile, jsonOf, timedWithHealth } from '../workspace.ts';

const KEYS = 100_000;
const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pl', 'pt', 'nl', 'sv', 'ja'];
const ROUNDS = 1;

export const releases: Suite = {
  name: 'releases',
  title: 'Releases',
  about: 'A project of 100,000 keys in 10 locales, published with all locales.',
  async *rows() {
    const server = await startServer({ env: { RATE_LIMITS: 'off' } });
    try {
      const firstMs: number[] = [];
      const againMs: number[] = [];
      const waits: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const projectId = await fill(server, ` ${round}`);
        const publish = async () => {
          const { i18n } = server.client;
          const wait = { waitSeconds: 60 };
          const { data } = await i18n.releases.create(
            { projectId, environment: 'production' },
            wait,
          );
          if (data.status !== 'published') throw new Error(`The release is ${data.status}.`);
        };
        const first = await timedWithHealth(server, publish);
        const again = await timedWithHealth(server, publish);
        firstMs.push(first.tookMs);
        againMs.push(again.tookMs);
        waits.push(Math.max(first.slowestMs, again.slowestMs));
      }
      yield {
        name: 'publish again with nothing changed',
        unit: 'ms',
        ours: againMs,
        against: { name: 'the first time', figures: firstMs },
        goal: { atMost: 0.1 },
      };
      yield { name: 'slowest `/health` meanwhile', unit: 'ms', ours: waits, goal: { atMost: 200 } };
    } finally {
      await server.stop();
    }
  },
};

async function fill(server: BenchServer, edition: string): Promise<string> {
  const project = await createProject(server);
  for (const locale of LOCALES) {
    await importFile(server, project, locale, 'json', jsonOf(KEYS, `${edition} ${locale}`));
  }
  return project.id;
}
