import { readFileSync } from 'node:fs';
import { RUNTIMES, verifyMessage } from '@parlance/messages';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../tests/test-runs.ts';
import { dependsOnApp, judge } from './judge.ts';
import { makePair } from './make-pair.ts';
import { LIBRARIES, type Library } from './show.ts';

const errorsOf = (library: Library, { source, target, locale }: ReturnType<typeof makePair>) =>
  verifyMessage(source, target, {
    format: RUNTIMES[library].format,
    sourceLocale: 'en',
    targetLocale: locale,
    runtimes: [library],
  })
    .filter(({ severity }) => severity === 'error')
    .map(({ code, value }) => `${code} ${value}`);

it('the page of libraries names those that are run here', () => {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const [run = ''] = /^.* are tested with the libraries/ms.exec(page) ?? [];
  for (const name of Object.keys(LIBRARIES) as Library[])
    expect(run).toContain(RUNTIMES[name].title);
});

describe.each(Object.keys(LIBRARIES) as Library[])('the checks of a project with %s', (library) => {
  it('have an error exactly where the library shows a translation wrongly', () => {
    for (let seed = 0; seed < testRuns(400); seed++) {
      const pair = makePair(library, seed);
      if (dependsOnApp(library, pair.target)) continue;
      const wrong = judge(library, pair);
      const errors = errorsOf(library, pair);
      const found = { seed, ...pair, wrong, errors };
      if (wrong === null) expect(found).toEqual({ ...found, errors: [] });
      else expect(found).toEqual({ ...found, errors: [expect.any(String), ...errors.slice(1)] });
    }
  });
});
