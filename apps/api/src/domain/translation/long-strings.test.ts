import { verifyMessage } from '@parlance/messages';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { createProject, createTenant, type Tenant } from '../../../test/build.ts';
import { cpuOf, longestTurnOf } from '../../../test/longest-turn.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let app: TestApp;
let tenant: Tenant;

beforeAll(async () => {
  app = await startTestApp();
  tenant = await createTenant(app);
});
afterAll(() => app?.close());

describe('POST /v1/translate/bulk with the longest strings', () => {
  const options = { format: 'auto', sourceLocale: 'en', targetLocale: 'es' } as const;
  const plain = '{a}'.repeat(30_000);

  it.each([
    { piece: '{a}', turns: 0.8 },
    { piece: 'a | ', turns: 2 },
  ])('of $piece and a glossary gives way to other requests', async ({ piece, turns }) => {
    const projectId = (await createProject(tenant.client)).id;
    const term = { projectId, term: 'a', translations: { es: 'un' } };
    await tenant.client.i18n.glossary.create(term);
    const text = piece.repeat(90_000 / piece.length);
    const strings = ['1', '2', '3'].map((end) => text + end);
    const here = cpuOf(() => verifyMessage(plain, `${plain}x`, options));
    const measure = () =>
      longestTurnOf(async () => {
        const { data } = await tenant.client.translate.bulk({
          ...{ projectId, strings, sourceLocale: 'en', targetLocale: 'es', engine: 'pseudo' },
        });
        expect(data.items.map(({ status }) => status)).toEqual(strings.map(() => 'translated'));
      });
    // Work that holds the event loop does so in each run, a garbage collection does not.
    const turn = Math.min(await measure(), await measure());
    expect(turn).toBeLessThan(here * turns);
  });

  it('of a hundred thousand phrases gives way to other requests', async () => {
    const strings = Array.from({ length: 5 }, (_, end) => `${'a | '.repeat(22_500)}${end}`);
    const here = cpuOf(() => verifyMessage(plain, `${plain}x`, options));
    const turn = await longestTurnOf(async () => {
      const { data } = await tenant.client.translate.bulk({
        ...{ strings, sourceLocale: 'en', targetLocale: 'es', engine: 'pseudo' },
      });
      expect(data.items.map(({ status }) => status)).toEqual(strings.map(() => 'translated'));
    });
    expect(turn).toBeLessThan(here * 1.5);
  });
});
