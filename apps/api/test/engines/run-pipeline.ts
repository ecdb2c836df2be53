import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { CallQueue } from '../../src/domain/translation/pipeline/call-queue.ts';
import {
  type AnswererOptions,
  EngineAnswerer,
} from '../../src/domain/translation/pipeline/engine-answerer.ts';
import type { PrepareOptions } from '../../src/domain/translation/pipeline/prepare.ts';
import { runPipeline } from '../../src/domain/translation/pipeline/run.ts';
import type { JobString, StringResult } from '../../src/domain/translation/strings.ts';
import { createScriptedEngine, type ScriptedEngineOptions } from './scripted-engine.ts';

export const PATIENCE = { callTimeoutMs: 5_000 * SLOWNESS, maxWaitMs: 50, firstWaitMs: 1 };

type Given = string | Omit<JobString, 'id'>;

export function run(
  strings: readonly Given[],
  scripts: readonly ScriptedEngineOptions[],
  { patience = PATIENCE, ...options }: Partial<RunOptions> = {},
) {
  const engines = scripts.map((script, index) =>
    createScriptedEngine({ id: `engine-${index}`, ...script }),
  );
  const session = {
    sourceLocale: 'en',
    targetLocale: 'es',
    messageFormat: 'auto',
    runtimes: [],
    context: null,
    engines,
    refusal: { code: 'unsupported_pair', message: 'none' },
    findTerms: () => [],
    memory: null,
    readCodeShapes: async () => [],
    canWait: false,
    signal: AbortSignal.timeout(20_000),
    ...options,
  } satisfies Omit<AnswererOptions, 'queue'> & PrepareOptions;
  const queue = new CallQueue({ ...session, patience });
  const results = runPipeline(
    strings.map((string, index) => ({
      id: String(index),
      ...(typeof string === 'string' ? { text: string } : string),
    })),
    session,
    new EngineAnswerer({ ...session, queue }, null),
  );
  return { engines, results };
}

type RunOptions = PrepareOptions & Omit<AnswererOptions, 'queue'> & { patience: typeof PATIENCE };

export const textOf = (result: StringResult | undefined) =>
  result?.status === 'translated' ? result.text : result;
