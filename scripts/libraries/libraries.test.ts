import { readFileSync } from 'node:fs';
import { RUNTIMES } from '@parlance/messages';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { errorsOf } from '../runtimes/shown/errors-of.ts';
import { testRuns } from '../tests/test-runs.ts';
import { dependsOnApp, judge } from './judge.ts';
import { makePair } from './make-pair.ts';
import { LIBRARIES } from './show.ts';

const RUN = Object.keys(LIBRARIES) as (keyof typeof LIBRARIES)[];

it('the page of libraries names exactly the libraries that these tests and the script cover', () => {
  const page = readFileSync(new URL('../../docs/runtimes.md', import.meta.url), 'utf8');
  const paragraphs = page.split('\n\n').map((text) => text.split(' are tested with the libraries'));
  const [listed = ''] = paragraphs.find(({ length }) => length === 2) ?? [];
  const covered: readonly string[] = [...RUN, 'angular', 'paraglide'];
  for (const [name, { title }] of Object.entries(RUNTIMES))
    expect(listed.includes(title), name).toBe(covered.includes(name));
});

// Lingui logs each text that it cannot parse.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

describe.each(RUN)('the checks of a project with %s', (library) => {
  it('report an error exactly if the library shows a translation incorrectly', () => {
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

  it('report an error without the source text if the library throws, and no error if the text is correct', () => {
    for (let seed = 0; seed < testRuns(200); seed++) {
      const pair = makePair(library, seed);
      const wrong = judge(library, pair);
      const errors = errorsOf(library, pair, { isAlone: true });
      const found = { seed, ...pair, wrong, errors };
      if (wrong === null) expect(found).toEqual({ ...found, errors: [] });
      // Only a source text determines the values that a program passes.
      const isUnknown = errorsOf(library, pair).some((error) =>
        error.startsWith('placeholder_unknown'),
      );
      if (wrong?.startsWith('throws') && !isUnknown) {
        expect(found).toEqual({ ...found, errors: [expect.any(String), ...errors.slice(1)] });
      }
    }
  });
});
