import { describe, expect, it } from 'vitest';
import { eventually } from '../../../../../../scripts/eventually.ts';
import { caughtFault } from '../../../../test/engines/caught.ts';
import type { EngineServer } from '../../../../test/engines/faulty-server.ts';
import { bodiesOf, useHtmlEngine } from '../../../../test/engines/html/describe-html-engine.ts';
import type { WithGlossaries } from '../../../../test/engines/html/fake-glossary.ts';
import type { HtmlFault } from '../../../../test/engines/html/fake-html.ts';
import { BUCKET, REGIONAL } from '../../../../test/engines/html/google-server.ts';
import { AMAZON, GOOGLE } from '../../../../test/engines/html/kinds.ts';

const terms = [
  { source: 'file', target: 'Akte' },
  { source: 'shopping "cart"', target: 'Korb, "groß"' },
];
const LONG_AGO_MS = Date.now() - 40 * 24 * 3_600_000;
const OF_OTHERS = { source: 'en', target: 'de', terms: new Map(), createdAtMs: LONG_AGO_MS };

const google = useHtmlEngine(GOOGLE);
const amazon = useHtmlEngine(AMAZON);
type Server = EngineServer<HtmlFault> & WithGlossaries;

const KINDS = {
  amazon: () => amazon(undefined, { AMAZON_TRANSLATE_TERMINOLOGIES: '1' }),
  google: () =>
    google(undefined, {
      GOOGLE_TRANSLATE_LOCATION: 'europe-west1',
      GOOGLE_TRANSLATE_GLOSSARY_BUCKET: BUCKET,
    }),
};

describe.each(['amazon', 'google'] as const)('%s with glossary terms', (id) => {
  const setUp = KINDS[id];
  const namesOf = (server: Server) => [...server.glossaries.keys()];

  it('creates one glossary for the same terms, even if the terms contain quotes and commas', async () => {
    const { engine, server, translate } = await setUp();
    expect(engine.capabilities.glossary).toBe('native');
    const text = 'Save the file in the shopping "cart" <var>0</var>';
    const both = await Promise.all([
      translate([text], { terms }),
      translate([text], { terms: [...terms].reverse() }),
    ]);
    expect(both.flatMap(bodiesOf)).toEqual(
      Array(2).fill('Save~de the~de Akte in~de the~de Korb, "groß" <var>0</var>'),
    );
    expect(namesOf(server)).toEqual([expect.stringMatching(/^parlance-[0-9a-f]{40}$/)]);
    expect(bodiesOf(await translate(['file']))).toEqual(['file~de']);
  });

  it('creates a deleted glossary again', async () => {
    const { server, translate } = await setUp();
    await translate(['file'], { terms });
    server.glossaries.clear();
    expect(bodiesOf(await translate(['file'], { terms }))).toEqual(['Akte']);
    expect(namesOf(server)).toHaveLength(1);
  });

  it('deletes its own glossaries to make room, and never deletes foreign glossaries', async () => {
    const { server, translate, context } = await setUp();
    server.glossaries.set('marketing', OF_OTHERS);
    server.account.glossaryLimit = 2;
    await translate(['file'], { terms });
    const next = { terms: [{ source: 'cart', target: 'Wagen' }] };
    expect(bodiesOf(await translate(['cart'], next))).toEqual(['Wagen']);
    expect(namesOf(server)).toEqual(['marketing', expect.stringMatching(/^parlance-/)]);
    server.account.glossaryLimit = 0;
    expect(bodiesOf(await translate(['file'], { terms }))).toEqual(['file~de']);
    expect(context.logs.join()).toContain('rejected a glossary');
    expect(server.glossaries.has('marketing')).toBe(true);
  });

  it('deletes its own glossaries after a month', async () => {
    const { server, translate } = await setUp();
    server.glossaries.set('parlance-old', OF_OTHERS).set('marketing', OF_OTHERS);
    await translate(['file'], { terms });
    await eventually(() => expect(server.glossaries.has('parlance-old')).toBe(false));
    expect(server.glossaries.has('marketing')).toBe(true);
  });

  it('omits terms that are too long, and keeps the other terms', async () => {
    const { translate } = await setUp();
    const long = { source: 'long', target: 'l'.repeat(2_000) };
    const answer = await translate(['long file'], { terms: [long, ...terms] });
    expect(bodiesOf(answer)).toEqual(['long~de Akte']);
  });
});

describe('google with a bucket', () => {
  it('stays off unless GOOGLE_TRANSLATE_LOCATION names a region', async () => {
    const refused = google(undefined, { GOOGLE_TRANSLATE_GLOSSARY_BUCKET: BUCKET });
    await expect(refused).rejects.toThrow('the engine is off');
  });

  it('waits for a glossary that another process is still creating', async () => {
    const { server, translate } = await KINDS.google();
    const of = (status: number, message: string) =>
      ({ kind: 'status', status, body: { error: { code: status, message } } }) as const;
    // Lists the glossaries first, because the service lists them only once.
    await translate(['file'], { terms: [{ source: 'cart', target: 'Wagen' }] });
    const exists = of(409, 'Glossary already exists.');
    server.fail(exists, { path: `${REGIONAL}/glossaries`, times: 2 });
    const missing = of(404, 'Glossary not found.');
    server.fail(missing, { path: `${REGIONAL}:translateText`, times: 2 });
    expect(await caughtFault(translate(['file'], { terms }))).toMatchObject({
      code: 'engine_unavailable',
      retryable: true,
      retryAfterMs: 5_000,
    });
    expect(bodiesOf(await translate(['file'], { terms }))).toEqual(['Akte']);
    const other = of(404, 'The model does not exist.');
    server.fail(other, { path: `${REGIONAL}:translateText`, times: 2 });
    expect(await caughtFault(translate(['file'], { terms }))).toMatchObject({ retryable: false });
  });

  it('fails with the error of Cloud Storage if it may not write the terms', async () => {
    const { server, translate } = await KINDS.google();
    server.fail({ kind: 'status', status: 403 }, { path: `/upload/storage/v1/b/${BUCKET}/o` });
    expect((await caughtFault(translate(['file'], { terms }))).code).toBe('engine_auth');
  });
});
