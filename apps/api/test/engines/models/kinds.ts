import { createAnthropic } from '../../../src/providers/mt/anthropic.ts';
import { createGemini } from '../../../src/providers/mt/gemini.ts';
import { createOpenaiCompatible } from '../../../src/providers/mt/openai-compatible.ts';
import {
  type OpenaiServer,
  type OpenaiServerOptions,
  startOpenaiServer,
} from '../openai-server.ts';
import {
  ANTHROPIC_MODEL,
  type AnthropicServer,
  type AnthropicServerOptions,
  startAnthropicServer,
} from './anthropic-server.ts';
import type { ModelEngineKind } from './describe-model-engine.ts';
import {
  GEMINI_MODEL,
  type GeminiServer,
  type GeminiServerOptions,
  startGeminiServer,
} from './gemini-server.ts';

export const ANTHROPIC: ModelEngineKind<AnthropicServer, Partial<AnthropicServerOptions>> = {
  id: 'anthropic',
  label: 'Claude',
  start: startAnthropicServer,
  create: (server, context, settings) =>
    createAnthropic(
      {
        ANTHROPIC_API_KEY: server.key,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_MODEL,
        ...settings,
      },
      context,
    ),
  secretOf: ({ key }) => key,
};

export const GEMINI: ModelEngineKind<GeminiServer, Partial<GeminiServerOptions>> = {
  id: 'gemini',
  label: 'Gemini',
  start: startGeminiServer,
  create: (server, context, settings) =>
    createGemini(
      { GEMINI_API_KEY: server.key, GEMINI_BASE_URL: server.url, GEMINI_MODEL, ...settings },
      context,
    ),
  secretOf: ({ key }) => key,
};

export const OPENAI: ModelEngineKind<OpenaiServer, Partial<OpenaiServerOptions>> = {
  id: 'openai-compatible',
  label: 'The language model',
  start: startOpenaiServer,
  create: (server, context, settings) =>
    createOpenaiCompatible(
      {
        OPENAI_BASE_URL: `${server.url}/v1`,
        OPENAI_MODEL: server.options.model,
        ...settings,
      },
      context,
    ),
  secretOf: ({ key }) => key,
};
