import { readFileSync } from 'node:fs';
import { RUNTIMES } from '@parlance/messages';
import { expect, it } from 'vitest';
import { APPS } from './apps.ts';
import { makePair } from './make-pair.ts';

it('the page of libraries names the libraries whose programs show texts', () => {
  const page = readFileSync(new URL('../../../docs/runtimes.md', import.meta.url), 'utf8');
  const [run = ''] = /^.* are tested in the same way/m.exec(page) ?? [];
  const names = new Set(APPS.map(({ runtime }) => RUNTIMES[runtime].title));
  for (const name of names) expect(run).toContain(name);
});

it.each(APPS)('the same seed makes the same pair for $id', ({ grammar }) => {
  const pairs = Array.from({ length: 50 }, (_, seed) => makePair(grammar, seed));
  expect(pairs).toEqual(Array.from({ length: 50 }, (_, seed) => makePair(grammar, seed)));
  expect(new Set(pairs.map(({ damage }) => damage)).size).toBeGreaterThan(10);
});
