import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createTenant } from '../app/build.ts';
import { createScriptedEngine, directoryOf } from './scripted-engine.ts';
import { useOpenai } from './use-openai.ts';

const scripted = createScriptedEngine();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ overrides: { engines: directoryOf(scripted) } });
});
afterAll(() => app?.close());

describe('the calls of an engine', () => {
  it('identify the organization that waits for their results', async () => {
    const { client, organizationId } = await createTenant(app);
    await client.translate.text({ text: 'Save', sourceLocale: 'en', targetLocale: 'de' });
    expect(scripted.calls.map(({ share }) => share)).toEqual([organizationId]);
  });

  const { setUp } = useOpenai();
  it('serve another organization after at most two texts of an organization with many texts', async () => {
    const { server, translate } = await setUp({}, { OPENAI_CONCURRENT_CALLS: '1' });
    const ask = (text: string, share: string) => translate([text], { share });
    const many = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6'].map((text) => ask(text, 'large'));
    await Promise.all([...many, ask('Zebra', 'small')]);
    expect(server.requests).toHaveLength(7);
    const place = server.requests.findIndex(({ text }) => text.includes('Zebra'));
    expect([0, 1, 2]).toContain(place);
  });
});
