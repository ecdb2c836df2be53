import { LABEL } from './anthropic/answer.ts';
import { createMessages } from './anthropic/messages.ts';
import type { Engine, EngineContext, EngineDefinition, EngineVariables } from './engine.ts';
import { limitSettings, readLimits } from './model/limits.ts';
import { ModelEngine } from './model/model-engine.ts';
import { checkBaseUrl, checkHeaderKey, checkWholeNumber } from './setting-checks.ts';

const DEFAULT_BASE_URL = 'https://api.anthropic.com';
const DEFAULT_MAX_TOKENS = 8_192;
const PREFIX = 'ANTHROPIC';

/** Engine for the models of Anthropic (platform.claude.com, "Messages"). */
export const anthropic: EngineDefinition = {
  id: 'anthropic',
  summary:
    'Translation by a Claude model of Anthropic. Uses descriptions, neighboring strings, examples, the glossary and formality.',
  settings: [
    {
      variable: 'ANTHROPIC_API_KEY',
      description: 'API key.',
      secret: true,
      check: checkHeaderKey,
    },
    {
      variable: 'ANTHROPIC_MODEL',
      description: 'Name of the model. If empty, the engine is off.',
    },
    {
      variable: 'ANTHROPIC_BASE_URL',
      description: 'URL of the API, for example of a proxy.',
      default: DEFAULT_BASE_URL,
      check: checkBaseUrl,
    },
    {
      variable: 'ANTHROPIC_MAX_TOKENS',
      description:
        'Maximum number of tokens in an answer. The strings of a longer answer are sent alone.',
      default: String(DEFAULT_MAX_TOKENS),
      check: checkWholeNumber(256, 128_000),
    },
    ...limitSettings(PREFIX),
  ],
  create: createAnthropic,
};

/** Creates the engine. Returns null if there is no key or no model. */
export function createAnthropic(settings: EngineVariables, context: EngineContext): Engine | null {
  const { ANTHROPIC_API_KEY: key, ANTHROPIC_MODEL: model } = settings;
  if (!key) return null;
  if (!model) {
    context.log('warn', 'ANTHROPIC_MODEL is not set: the engine anthropic is off');
    return null;
  }
  const limits = readLimits(PREFIX, settings);
  const client = createMessages(
    { baseUrl: settings.ANTHROPIC_BASE_URL || DEFAULT_BASE_URL, model, limits, context },
    { key, maxTokens: Number(settings.ANTHROPIC_MAX_TOKENS || DEFAULT_MAX_TOKENS) },
  );
  return new ModelEngine({ id: anthropic.id, label: LABEL, model, limits, isLocal: false, client });
}
