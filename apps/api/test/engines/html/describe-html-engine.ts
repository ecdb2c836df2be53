import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import type { Engine, SegmentResult, TranslateCall } from '../../../src/providers/mt/engine.ts';
import { caughtFault } from '../caught.ts';
import { useClosers } from '../closers.ts';
import { besideServer, describeEngineConformance } from '../conformance.ts';
import { buildCall, createRecordingContext, type RecordingContext } from '../engine-context.ts';
import type { EngineServer } from '../faulty-server.ts';
import { injectFaults, PATIENCE } from '../inject-faults.ts';
import { createFakeTiming, type FakeTiming } from '../timing.ts';
import { translateAll } from '../translate-all.ts';
import { HTML_FAULTS, type HtmlFault } from './fake-html.ts';

export interface HtmlEngineKind<Server extends EngineServer<HtmlFault>, Options> {
  readonly id: string;
  start(options?: Options): Promise<Server>;
  /** Creates the engine for a server. `settings` overrides the default settings. */
  create(
    server: Server,
    context: RecordingContext,
    timing: FakeTiming,
    settings?: Readonly<Record<string, string>>,
  ): Engine | null;
  readonly failingBody: string;
  /** Returns the secrets that a request contains. */
  secretsOf(server: Server): readonly string[];
}

/** Provides engines for HTML services to a test file, each with a separate server. */
export function useHtmlEngine<Server extends EngineServer<HtmlFault>, Options>(
  kind: HtmlEngineKind<Server, Options>,
) {
  const closers = useClosers();
  return async function setUp(options?: Options, settings: Readonly<Record<string, string>> = {}) {
    const server = await kind.start(options);
    const context = createRecordingContext();
    const timing = createFakeTiming();
    const engine = kind.create(server, context, timing, settings);
    if (engine === null) throw new Error('the engine is off');
    closers.push(() => engine.close(), server.close);
    const translate = (bodies: readonly string[], overrides: Partial<TranslateCall> = {}) =>
      engine.translate(buildCall(bodies, { rendering: 'html', ...overrides }));
    return { server, context, timing, engine, translate };
  };
}

export const bodiesOf = (results: readonly SegmentResult[]) => results.map(({ body }) => body);

/** Declares the tests that every engine for an HTML service must pass. */
export function describeHtmlEngine<Server extends EngineServer<HtmlFault>, Options>(
  kind: HtmlEngineKind<Server, Options>,
): void {
  const { id } = kind;
  describeEngineConformance({
    name: id,
    pair: ['en', 'de'],
    unsupportedPair: ['en', 'xh'],
    failingBody: kind.failingBody,
    keepsPlaceholders: true,
    async create() {
      const server = await kind.start();
      const engine = kind.create(server, createRecordingContext(), createFakeTiming());
      return besideServer(engine, server);
    },
  });

  describe(`HTML engine: ${id}`, () => {
    const setUp = useHtmlEngine(kind);
    describeAnswers(kind);
    describeLimits(kind);
    it(`${id} stores no broken string and sends a bounded number of requests with any faults`, () =>
      injectFaults(() => setUp(), HTML_FAULTS, testRuns(80)));
  });
}

function describeAnswers<Server extends EngineServer<HtmlFault>, Options>(
  kind: HtmlEngineKind<Server, Options>,
): void {
  const { id } = kind;
  const setUp = useHtmlEngine(kind);
  const SAMPLE = 'Hi <var>0</var>, <b id="1">it\'s "new"</b> &amp; <span id="t2">cheap</span>';
  const ANSWER = `Hi~de <var>0</var>, <b id="1">it's~de "new~de"</b> &amp; <span id="t2">cheap~de</span>`;

  it(`${id} keeps placeholders, pairs, terms, entities, line breaks and tabs`, async () => {
    const { translate } = await setUp();
    const results = [];
    for (const text of [SAMPLE, 'one\ntwo &lt;b&gt;', 'Open\tKey <var>0</var>'])
      results.push(...(await translate([text])));
    expect(bodiesOf(results)).toEqual([
      ANSWER,
      'one~de\ntwo~de &lt;b~de&gt;',
      'Open~de\tKey~de <var>0</var>',
    ]);
  });

  it(`${id} merges several spaces within a text, as HTML does, and keeps no-break spaces`, async () => {
    const { translate } = await setUp();
    const [spaces] = await translate(['Save  it.  Then  go']);
    expect(spaces!.body!.replaceAll('~de', '')).toBe('Save it. Then go');
    const [kept] = await translate(['Save\u00a0\u00a0now']);
    expect(kept!.body!.replaceAll('~de', '')).toBe('Save\u00a0\u00a0now');
  });

  it(`${id} leaves glossary terms to the pipeline, which inserts them`, async () => {
    const { engine } = await setUp();
    const term = { start: 0, end: 6, id: 't', source: 'Basket', target: 'Warenkorb' };
    const results = await translateAll(engine, ['Basket of {name} here'], PATIENCE, {
      findTerms: () => [{ ...term, doNotTranslate: false }],
    });
    expect(results).toMatchObject([{ text: 'Warenkorb of~de {name} here~de' }]);
  });

  it(`${id} accepts placeholders in another order`, async () => {
    const { server, translate } = await setUp();
    server.fail({ kind: 'reordered' });
    expect(bodiesOf(await translate(['<var>0</var> of <var>1</var>']))).toEqual([
      '<var>1</var> of~de <var>0</var>',
    ]);
  });

  for (const fault of ['inner-spaces', 'outer-spaces', 'space-tag'] as const) {
    it(`${id} reads an answer with ${fault}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind: fault });
      const squeeze = (text: string | undefined) => text?.replace(/ +/g, '');
      expect(bodiesOf(await translate([SAMPLE])).map(squeeze)).toEqual([squeeze(ANSWER)]);
    });
  }

  for (const fault of ['fewer', 'not-json', 'not-utf8', 'truncated-json'] as const) {
    it(`${id} reports engine_bad_response for an answer of the kind ${fault}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind: fault });
      expect(await caughtFault(translate(['Save']))).toMatchObject({
        code: 'engine_bad_response',
        retryable: true,
      });
      expect(bodiesOf(await translate(['Save']))).toEqual(['Save~de']);
    });
  }

  for (const fault of ['empty', 'control-character', 'drop-tag', 'translated-unit'] as const) {
    it(`${id} reports an error of the segment for an answer with ${fault}`, async () => {
      const { server, translate } = await setUp();
      server.fail({ kind: fault });
      expect(await translate(['Hi <var>0</var> you'])).toEqual([
        { id: 's0', error: { code: 'engine_bad_response', detail: expect.any(String) } },
      ]);
    });
  }
}

function describeLimits<Server extends EngineServer<HtmlFault>, Options>(
  kind: HtmlEngineKind<Server, Options>,
): void {
  const { id } = kind;
  const setUp = useHtmlEngine(kind);
  it(`${id} reports a retryable error for 429, 500, 503 and a closed connection`, async () => {
    const { server, translate } = await setUp();
    for (const [fault, code] of [
      [{ kind: 'status', status: 429, headers: { 'retry-after': '3' } }, 'engine_rate_limited'],
      [{ kind: 'status', status: 500, body: '<html>' }, 'engine_unavailable'],
      [{ kind: 'status', status: 503 }, 'engine_unavailable'],
      [{ kind: 'reset' }, 'engine_unavailable'],
    ] as const) {
      server.fail(fault);
      expect(await caughtFault(translate(['Save']))).toMatchObject({ code, retryable: true });
    }
    server.fail({ kind: 'status', status: 429, headers: { 'retry-after': '3' } });
    expect((await caughtFault(translate(['Save']))).retryAfterMs).toBe(3_000);
    expect(bodiesOf(await translate(['Save']))).toEqual(['Save~de']);
  });

  it(`${id} refuses too many strings and a request that is too long`, async () => {
    const { engine, translate } = await setUp();
    const tooMany = Array<string>(engine.capabilities.maxBatchSegments + 1).fill('x');
    expect((await caughtFault(translate(tooMany))).code).toBe('too_large');
    expect((await caughtFault(translate(['x '.repeat(60_000)]))).code).toBe('too_large');
  });

  it(`${id} fits the longest batch of its capabilities into a request, in any script`, async () => {
    const { engine, translate } = await setUp();
    const { maxBatchLength, maxBatchSegments } = engine.capabilities;
    const count = Math.min(20, maxBatchSegments);
    const text = '本'.repeat(maxBatchLength / count - 12);
    const results = await translate(Array(count).fill(`${text}<var>0</var>`));
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  it(`${id} keeps its secrets out of logs and errors`, async () => {
    const { server, translate, context } = await setUp();
    await translate(['Save']);
    const sent: string[] = [];
    const said: string[] = [];
    for (const status of [400, 401, 403, 500]) {
      const secrets = kind.secretsOf(server);
      sent.push(...secrets);
      server.fail({ kind: 'status', status, body: { message: secrets.join(' ') } }, { times: 2 });
      said.push((await caughtFault(translate(['Save']))).message);
      server.clear();
    }
    expect(context.logs.length).toBeGreaterThan(2);
    for (const secret of sent)
      expect([...said, ...context.logs].join()).not.toContain(secret.slice(0, 12));
  });
}
