import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Db } from '../../db/client.ts';
import { BundleReads, ReadCounter } from './bundle-reads.ts';
import { writeReads } from './write-reads.ts';

const read = (reads: BundleReads, environmentId: string, times = 1): void => {
  const counter = new ReadCounter(reads, 'project', environmentId);
  for (let index = 0; index < times; index++) counter.add();
};

it('BundleReads counts each request for a bundle once, and adds up the requests of an environment', () => {
  const reads = new BundleReads();
  const counter = new ReadCounter(reads, 'project', 'one');
  counter.add();
  counter.add();
  read(reads, 'one', 3);
  read(reads, 'two');
  expect(reads.take()).toEqual([
    { projectId: 'project', environmentId: 'one', requests: 5 },
    { projectId: 'project', environmentId: 'two', requests: 1 },
  ]);
  expect(reads.take()).toEqual([]);
  counter.add();
  expect(reads.take()).toEqual([{ projectId: 'project', environmentId: 'one', requests: 1 }]);
});

it('BundleReads counts requests of at most 50,000 bundles between two writes', () => {
  const reads = new BundleReads();
  for (let index = 0; index < 50_001; index++) read(reads, 'one');
  expect(reads.take()[0]!.requests).toBe(50_000);
  read(reads, 'one');
  expect(reads.take()[0]!.requests).toBe(1);
});

it('writeReads keeps the requests for the next write if the database rejects them', async () => {
  const reads = new BundleReads();
  read(reads, 'one', 2);
  // No statement can be executed with this database object.
  const db = {} as Db;
  const deps = { db, clock: { now: () => new Date() }, log: pino({ level: 'silent' }) };
  await writeReads(deps, reads);
  read(reads, 'one');
  expect(reads.take()).toEqual([{ projectId: 'project', environmentId: 'one', requests: 3 }]);
});
