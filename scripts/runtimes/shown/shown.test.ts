import { readFileSync } from 'node:fs';
import { RUNTIMES } from '@parlance/messages';
import { expect, it } from 'vitest';
import { APPS } from './apps.ts';
import { makePair } from './make-pair.ts';

it('the page of libraries names those whose programs show texts', () => {
  const page = readFileSync(new URL('../../../docs/runtimes.md', import.meta.url), 'utf8');
  const [run = ''] = /^.* are tested in the same way/m.exec(page) ?? [];
  const names = new Set(APPS.map(({ runtime }) => RUNTIMES[runtime].title));
  for (const name of names) expect(run).toContain(name);
});

it.each(APPS)('a pair of $id is the same for the same seed', ({ grammar }) => {
  const pairs = Array.from({ length: 50 }, (_, seed) => makePair(grammar, seed));
  expect(pairs).toEqual(Array.from({ length: 50 }, (_, seed) => makePair(grammar, seed)));
  expect(new Set(pairs.map(({ damage }) => damage)).size).toBeGreaterThan(10);
});
