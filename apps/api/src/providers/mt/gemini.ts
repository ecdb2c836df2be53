import type { Engine, EngineContext, EngineDefinition, EngineVariables } from './engine.ts';
import { LABEL } from './gemini/answer.ts';
import { createGenerations } from './gemini/generations.ts';
import { limitSettings, readLimits } from './model/limits.ts';
import { ModelEngine } from './model/model-engine.ts';
import { checkBaseUrl, checkHeaderKey, checkPathSegment } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://generativelanguage.googleapis.com';
const PREFIX = 'GEMINI';

/** Engine for the Gemini models of Google (ai.google.dev, "generateContent"). */
export const gemini: EngineDefinition = {
  id: 'gemini',
  summary:
    'Translation by a Gemini model of Google. Uses descriptions, neighboring strings, examples, the glossary and formality.',
  settings: [
    {
      variable: 'GEMINI_API_KEY',
      description: 'API key of Google AI Studio.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'GEMINI_MODEL',
      description: 'Name of the model, without `models/`. If empty, the engine is off.',
      check: checkPathSegment,
    },
    {
      variable: 'GEMINI_BASE_URL',
      description: 'URL of the API, for example of a proxy.',
      default: DEFAULT_BASE_URL,
      check: checkBaseUrl,
    },
    ...limitSettings(PREFIX),
  ],
  create: createGemini,
};

/** Creates the engine. Returns null if there is no key or no model. */
export function createGemini(settings: EngineVariables, context: EngineContext): Engine | null {
  const { GEMINI_API_KEY: key, GEMINI_MODEL: model } = settings;
  if (!key) return null;
  if (!model) {
    context.log('warn', 'GEMINI_MODEL is not set: the engine gemini is off');
    return null;
  }
  const limits = readLimits(PREFIX, settings);
  const baseUrl = settings.GEMINI_BASE_URL || DEFAULT_BASE_URL;
  const client = createGenerations({ baseUrl, model, limits, context }, key);
  return new ModelEngine({ id: gemini.id, label: LABEL, model, limits, isLocal: false, client });
}
