import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/build.ts';
import { longestTurnInLoops, MEASURED } from '../../../test/longest-turn.ts';

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

/** The longest turn of the event loop, in loops of about 10 ms. */
const MOST_HELD = 5;

describe('POST /v1/translate/bulk with the longest strings', MEASURED, () => {
  it.each(['{a}', 'a | '])('of %s and a glossary gives way to other requests', async (piece) => {
    const projectId = (await createProject(tenant.client)).id;
    const term = { projectId, term: 'a', translations: { es: 'un' } };
    await tenant.client.i18n.glossary.create(term);
    const text = piece.repeat(90_000 / piece.length);
    const strings = ['1', '2', '3'].map((end) => text + end);
    const turn = await longestTurnInLoops(async () => {
      const { data } = await tenant.client.translate.bulk({
        ...{ projectId, strings, sourceLocale: 'en', targetLocale: 'es', engine: 'pseudo' },
      });
      expect(data.items.map(({ status }) => status)).toEqual(strings.map(() => 'translated'));
    });
    expect(turn).toBeLessThan(MOST_HELD);
  });

  it('of a hundred thousand phrases gives way to other requests', async () => {
    const strings = Array.from({ length: 5 }, (_, end) => `${'a | '.repeat(22_500)}${end}`);
    const turn = await longestTurnInLoops(async () => {
      const { data } = await tenant.client.translate.bulk({
        ...{ strings, sourceLocale: 'en', targetLocale: 'es', engine: 'pseudo' },
      });
      expect(data.items.map(({ status }) => status)).toEqual(strings.map(() => 'translated'));
    });
    expect(turn).toBeLessThan(MOST_HELD);
  });
});
