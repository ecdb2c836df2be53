import { parseRendered, renderSegment, type Token, tokenize } from '@parlance/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAmazon } from '../../src/providers/mt/amazon.ts';
import { createAnthropic } from '../../src/providers/mt/anthropic.ts';
import { createAzure } from '../../src/providers/mt/azure.ts';
import { createDeepl } from '../../src/providers/mt/deepl.ts';
import type { Engine } from '../../src/providers/mt/engine.ts';
import { createGemini } from '../../src/providers/mt/gemini.ts';
import { createGoogle } from '../../src/providers/mt/google.ts';
import { createLibretranslate } from '../../src/providers/mt/libretranslate.ts';
import { createOpenaiCompatible } from '../../src/providers/mt/openai-compatible.ts';
import { pseudo } from '../../src/providers/mt/pseudo.ts';
import { startDeeplServer } from './deepl-server.ts';
import { buildCall, createRecordingContext } from './engine-context.ts';
import { REGION, startAmazonServer } from './html/amazon-server.ts';
import { startAzureServer } from './html/azure-server.ts';
import { startGoogleServer } from './html/google-server.ts';
import { startLibreServer } from './libretranslate-server.ts';
import { ANTHROPIC_MODEL, startAnthropicServer } from './models/anthropic-server.ts';
import { GEMINI_MODEL, startGeminiServer } from './models/gemini-server.ts';
import { startOpenaiServer } from './openai-server.ts';

const MESSAGES = [
  'Hello {name}, you have {count} new messages',
  'Page 10 of {n}, 100 % of %s',
  'Read <b>all <i>the</i> rules</b> at https://example.com/a?b=1&c=2 <br/> now',
  'Terms &amp; Conditions: 5 &lt; 6, "quoted" & bare',
  `{{a}}{{b}} %1$d of %2$d \${user} $t(key)`,
  'Deleted  twice\u00a0spaced 🎉 done',
];

/** Returns the tokens that are not text, sorted. A translation must contain all of them. */
const markersOf = (tokens: readonly Token[]) =>
  tokens
    .filter((token) => token.type !== 'text')
    .map((token) => `${token.type} ${token.id} ${token.source}`)
    .sort();

describe('the engines', () => {
  const engines: Engine[] = [];
  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const context = createRecordingContext();
    const deeplServer = await startDeeplServer();
    const anthropicServer = await startAnthropicServer();
    const geminiServer = await startGeminiServer();
    const amazonServer = await startAmazonServer();
    const azureServer = await startAzureServer();
    const googleServer = await startGoogleServer();
    const libreServer = await startLibreServer();
    const openaiServer = await startOpenaiServer();
    const created = [
      createDeepl({ DEEPL_API_KEY: deeplServer.key, DEEPL_BASE_URL: deeplServer.url }, context),
      createAnthropic(
        {
          ANTHROPIC_API_KEY: anthropicServer.key,
          ANTHROPIC_BASE_URL: anthropicServer.url,
          ANTHROPIC_MODEL,
        },
        context,
      ),
      createGemini(
        { GEMINI_API_KEY: geminiServer.key, GEMINI_BASE_URL: geminiServer.url, GEMINI_MODEL },
        context,
      ),
      createAmazon(
        {
          AMAZON_TRANSLATE_KEY_ID: amazonServer.keyId,
          AMAZON_TRANSLATE_SECRET: amazonServer.secret,
          AMAZON_TRANSLATE_REGION: REGION,
          AMAZON_TRANSLATE_URL: amazonServer.url,
        },
        context,
      ),
      createAzure(
        { AZURE_TRANSLATOR_KEY: azureServer.key, AZURE_TRANSLATOR_URL: azureServer.url },
        context,
      ),
      createGoogle(
        {
          GOOGLE_TRANSLATE_CREDENTIALS: googleServer.credentials,
          GOOGLE_TRANSLATE_URL: googleServer.url,
        },
        context,
      ),
      createLibretranslate({ LIBRETRANSLATE_URL: libreServer.url }, context),
      createOpenaiCompatible(
        { OPENAI_BASE_URL: `${openaiServer.url}/v1`, OPENAI_MODEL: openaiServer.options.model },
        context,
      ),
      pseudo.create({}, context),
    ];
    for (const engine of created) if (engine !== null) engines.push(engine);
    const servers = [
      deeplServer,
      googleServer,
      azureServer,
      amazonServer,
      libreServer,
      anthropicServer,
      geminiServer,
      openaiServer,
    ];
    closers.push(...servers.map(({ close }) => close));
  });
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    for (const close of closers) await close();
  });

  it('change the text and return every placeholder and tag, in each placeholder syntax that the engine supports', async () => {
    expect(engines).toHaveLength(9);
    for (const engine of engines) {
      for (const rendering of engine.capabilities.renderings) {
        const tokens = MESSAGES.map((message) => tokenize(message, 'auto'));
        const bodies = tokens.map((list) => renderSegment(list, rendering));
        const { segments } = buildCall(bodies);
        const size = Math.min(engine.capabilities.maxBatchSegments, segments.length);
        const results = await Promise.all(
          Array.from({ length: segments.length / size }, (_, index) =>
            engine.translate(
              buildCall(segments.slice(index * size, (index + 1) * size), { rendering }),
            ),
          ),
        ).then((batches) => batches.flat());
        for (const [index, list] of tokens.entries()) {
          const about = `${engine.id} ${rendering}: ${MESSAGES[index]}`;
          const result = results.find(({ id }) => id === `s${index}`);
          expect(result?.error, about).toBeUndefined();
          const back = parseRendered(result?.body ?? '', list, rendering);
          expect(markersOf(back), about).toEqual(markersOf(list));
          expect(result?.body, about).not.toBe(bodies[index]);
        }
      }
    }
  });
});
