import { createInterface } from 'node:readline';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded.ts';

// Runs an embedded server, so that tests can end its process in different ways. Reports events as
// lines of JSON, and reads commands from standard input. Its arguments are DATA_DIR and the system
// directory.
const [dataDir = '', systemDir = ''] = process.argv.slice(2);
const say = (event: object): void => {
  process.stdout.write(`${JSON.stringify(event)}\n`);
};

try {
  const server = await startEmbeddedPostgres({
    dataDir,
    systemDir,
    log: {
      info: (message) => say({ type: 'log', message }),
      warn: (message) => say({ type: 'log', message }),
    },
  });
  void server.died.then((error) => say({ type: 'died', message: error.message }));
  const { connectionString, host, pid, pgdata } = server;
  say({ type: 'ready', connectionString, host, pid, pgdata });
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'stop') {
      await server.stop();
      process.exit(0);
    }
    if (line === 'write') void writeForever(connectionString);
  }
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  say({ type: 'refused', message: error.message });
  process.exitCode = 1;
}

async function writeForever(connectionString: string): Promise<void> {
  const { default: pg } = await import('pg');
  await Promise.all(
    [0, 1, 2, 3].map(async () => {
      const client = new pg.Client({ connectionString });
      await client.connect();
      for (;;) {
        const { rows } = await client.query('insert into entry default values returning id');
        say({ type: 'written', id: Number(rows[0].id) });
      }
    }),
  );
}
