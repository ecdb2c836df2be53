import type { FindTerms } from '../../src/domain/content/glossary/open-glossary.ts';
import type { Patience } from '../../src/domain/project/engine/engine-calls.ts';
import { CallQueue } from '../../src/domain/translation/pipeline/call-queue.ts';
import { EngineAnswerer } from '../../src/domain/translation/pipeline/engine-answerer.ts';
import { runPipeline } from '../../src/domain/translation/pipeline/run.ts';
import type { Engine } from '../../src/providers/mt/engine.ts';

interface TranslateAllOptions {
  readonly findTerms?: FindTerms;
  /** Target locale. Defaults to German. */
  readonly targetLocale?: string;
}

/** Translates English strings through the pipeline with one engine. */
export function translateAll(
  engine: Engine,
  texts: readonly string[],
  patience: Patience,
  { findTerms = () => [], targetLocale = 'de' }: TranslateAllOptions = {},
) {
  const session = {
    sourceLocale: 'en',
    targetLocale,
    messageFormat: 'auto',
    runtimes: [],
    context: null,
    engines: [engine],
    refusal: { code: 'unsupported_pair', message: 'none' },
    findTerms,
    memory: null,
    readCodeShapes: async () => [],
    canWait: false,
    signal: new AbortController().signal,
  } as const;
  const queue = new CallQueue({ ...session, patience });
  return runPipeline(
    texts.map((text, index) => ({ id: String(index), text })),
    session,
    new EngineAnswerer({ ...session, queue }, null),
  );
}
