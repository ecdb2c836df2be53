import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../scripts/eventually.ts';
import type { EmbeddedPostgres } from '../embedded/embedded.ts';
import { keepPostgres } from './keep-postgres.ts';

const FULL = new Error(
  'PostgreSQL did not start: exit code 1\nPANIC: could not write to file "pg_wal/1": No space left on device',
);

function createServer(outcomes: (Error | null)[]) {
  let die = (_reason: Error): void => {};
  let starts = 0;
  const start = async (): Promise<EmbeddedPostgres> => {
    const failure = starts++ === 0 ? null : outcomes.shift();
    if (failure) throw failure;
    const died = new Promise<Error>((resolve) => {
      die = resolve;
    });
    return {
      connectionString: 'postgresql://same',
      died,
      stop: async () => {},
    } as EmbeddedPostgres;
  };
  return { start, die: (reason: Error) => die(reason), starts: () => starts };
}

const PAUSES = { restartMs: 1, fullDiskMs: 1 };

const createLog = () => {
  const lines: string[] = [];
  return {
    lines,
    info: (line: string) => lines.push(line),
    warn: (line: string) => lines.push(line),
  };
};

describe('keepPostgres', () => {
  it('restarts PostgreSQL until the disk has free space, and reports the full disk once', async () => {
    const server = createServer([...Array<Error>(12).fill(FULL), null]);
    const log = createLog();
    const kept = await keepPostgres(server.start, log, PAUSES);
    server.die(FULL);
    await eventually(() => expect(log.lines.at(-1)).toBe('PostgreSQL is running again'));
    expect(server.starts()).toBe(14);
    expect(log.lines.filter((line) => line.includes('disk is full'))).toHaveLength(1);
    await kept.stop();
  });

  it('stops restarting a server that repeatedly fails for a reason other than a full disk', async () => {
    const broken = new Error('PostgreSQL did not start: exit code 1');
    const server = createServer(Array<Error>(12).fill(broken));
    const kept = await keepPostgres(server.start, createLog(), PAUSES);
    server.die(broken);
    expect(await kept.gaveUp).toBe(broken);
    expect(server.starts()).toBe(5);
    await kept.stop();
  });
});
