import { describe, expect, it } from 'vitest';
import {
  KEPT,
  REPORTED,
  unmarked,
  withOtherWords,
} from '../../../../packages/messages/test/code/examples.ts';
import type { Engine } from '../../src/providers/mt/engine.ts';
import { createLibretranslate } from '../../src/providers/mt/libretranslate.ts';
import { pseudo } from '../../src/providers/mt/pseudo.ts';
import { openApertium } from './apertium/apertium-engine.ts';
import { HAS_APERTIUM } from './apertium/installation.ts';
import { useClosers } from './closers.ts';
import { createRecordingContext } from './engine-context.ts';
import { useHtmlEngine } from './html/describe-html-engine.ts';
import { AMAZON, AZURE, GOOGLE } from './html/kinds.ts';
import { PATIENCE } from './inject-faults.ts';
import { startLibreServer } from './libretranslate-server.ts';
import { useModelEngine } from './models/describe-model-engine.ts';
import { ANTHROPIC, GEMINI, OPENAI } from './models/kinds.ts';
import { translateAll } from './translate-all.ts';
import { useDeepl } from './use-deepl.ts';

const closers = useClosers();
const deepl = useDeepl();
const [amazon, azure, google] = [
  useHtmlEngine(AMAZON),
  useHtmlEngine(AZURE),
  useHtmlEngine(GOOGLE),
];
const [anthropic, gemini, openai] = [
  useModelEngine(ANTHROPIC),
  useModelEngine(GEMINI),
  useModelEngine(OPENAI),
];

async function openLibretranslate(): Promise<Engine> {
  const server = await startLibreServer();
  const settings = { LIBRETRANSLATE_URL: server.url };
  const engine = createLibretranslate(settings, createRecordingContext())!;
  closers.push(() => engine.close(), server.close);
  return engine;
}

function openApertiumHere(): Engine {
  const engine = openApertium();
  closers.push(() => engine.close());
  return engine;
}

/** Engines with servers that translate each word outside the parts that a request protects. */
const ENGINES: readonly (readonly [id: string, open: () => Engine | Promise<Engine>])[] = [
  [AMAZON.id, async () => (await amazon()).engine],
  [AZURE.id, async () => (await azure()).engine],
  [GOOGLE.id, async () => (await google()).engine],
  [ANTHROPIC.id, async () => (await anthropic()).engine],
  [GEMINI.id, async () => (await gemini()).engine],
  [OPENAI.id, async () => (await openai()).engine],
  ['deepl', async () => (await deepl.setUp()).engine],
  ['libretranslate', openLibretranslate],
  ['pseudo', () => pseudo.create({}, createRecordingContext())!],
  ...(HAS_APERTIUM ? [['apertium', openApertiumHere] as const] : []),
];

/**
 * Returns a pattern that also allows words at the end, because the servers add a language code to a word of LaTeX code
 * at the end of a text.
 */
const withWordsAtEnd = (marked: string): RegExp => withOtherWords(`${marked}«»`);

describe.each(ENGINES)('the engine %s', (id, open) => {
  const targetLocale = id === 'apertium' ? 'es' : 'de';

  it('translates words, and does not change code of other syntaxes', async () => {
    const results = await translateAll(
      await open(),
      KEPT.map(([, marked]) => unmarked(marked)),
      PATIENCE,
      { targetLocale },
    );
    for (const [at, result] of results.entries()) {
      const [, marked] = KEPT[at]!;
      expect(result.status, marked).toBe('translated');
      const text = result.status === 'translated' ? result.text : '';
      expect(text).not.toBe(unmarked(marked));
      // Pseudo-localization marks both ends of each text, even beside placeholders.
      expect(text.replace(/[⟪⟫]/g, '')).toMatch(withWordsAtEnd(marked));
    }
  });

  it('reports unknown_syntax for a text with code of an unknown syntax', async () => {
    const texts = REPORTED.map(([, text]) => text);
    const results = await translateAll(await open(), texts, PATIENCE, { targetLocale });
    const error = { code: 'unknown_syntax' };
    expect(results).toMatchObject(texts.map(() => ({ status: 'failed', error })));
  });
});
