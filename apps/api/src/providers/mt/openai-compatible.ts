import type { Engine, EngineContext, EngineDefinition, EngineVariables } from './engine.ts';
import { limitSettings, readLimits } from './model/limits.ts';
import { ModelEngine } from './model/model-engine.ts';
import { LABEL } from './openai-compatible/answer.ts';
import { createCompletions } from './openai-compatible/completions.ts';
import { checkBaseUrl, checkHeaderKey, isLoopbackUrl } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://api.openai.com/v1';
const PREFIX = 'OPENAI';

/**
 * Engine for any server with the chat completions API, such as Ollama, vLLM, llama.cpp or a hosted
 * server.
 */
export const openaiCompatible: EngineDefinition = {
  id: 'openai-compatible',
  summary:
    'Translation by a language model with the chat completions API: Ollama, vLLM, llama.cpp or a hosted model. Uses descriptions, neighboring strings, examples, the glossary and formality.',
  settings: [
    {
      variable: 'OPENAI_BASE_URL',
      description: `Base URL including \`/v1\`, such as \`http://localhost:11434/v1\` for Ollama. If only a key is set, it defaults to ${DEFAULT_BASE_URL}.`,
      check: checkBaseUrl,
    },
    {
      variable: 'OPENAI_API_KEY',
      description: 'API key, if the server requires one.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'OPENAI_MODEL',
      description: 'Name of the model on the server. If empty, the engine is off.',
    },
    ...limitSettings(PREFIX, {
      batchLength:
        ' A request takes about as many tokens as this value, and Ollama truncates a request that exceeds its context (`num_ctx`).',
      timeout: ', including the time to load the model',
    }),
  ],
  create: createOpenaiCompatible,
};

/** Creates the engine. Returns null if the settings disable it. */
export function createOpenaiCompatible(
  settings: EngineVariables,
  context: EngineContext,
): Engine | null {
  const { OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = settings;
  if (!baseUrl && !key) return null;
  if (!model) {
    context.log('warn', 'OPENAI_MODEL is not set: the engine openai-compatible is off');
    return null;
  }
  const url = baseUrl || DEFAULT_BASE_URL;
  const limits = readLimits(PREFIX, settings);
  return new ModelEngine({
    id: openaiCompatible.id,
    label: LABEL,
    model,
    limits,
    isLocal: isLoopbackUrl(url),
    client: createCompletions({ baseUrl: url, model, limits, context }, key),
  });
}
