import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTestDirectory } from '../../../test/servers/postgres.ts';
import { readPostmasterPid } from './process-table.ts';

describe('readPostmasterPid', () => {
  const pgdata = makeTestDirectory();
  const file = join(pgdata, 'postmaster.pid');

  it('returns null if there is no postmaster.pid', () => {
    expect(readPostmasterPid(pgdata)).toBeNull();
  });

  it.each(['', '\n', '0\n', '-42\n'])('returns null for %j', (content) => {
    writeFileSync(file, content);
    expect(readPostmasterPid(pgdata)).toBeNull();
  });

  it('returns the pid of the first line', () => {
    writeFileSync(file, '4711\n/data\n');
    expect(readPostmasterPid(pgdata)).toBe(4711);
  });
});
