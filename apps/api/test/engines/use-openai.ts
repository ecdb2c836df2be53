import type { Segment, TranslateCall } from '../../src/providers/mt/engine.ts';
import { createOpenaiCompatible } from '../../src/providers/mt/openai-compatible.ts';
import { useClosers } from './closers.ts';
import { buildCall, createRecordingContext } from './engine-context.ts';
import { type OpenaiServer, type OpenaiServerOptions, startOpenaiServer } from './openai-server.ts';

/**
 * Provides engines for language models to a test file, each with a separate server. They are closed at the end of
 * each test.
 */
export function useOpenai() {
  const closers = useClosers();
  async function setUp(
    options: Partial<OpenaiServerOptions> = {},
    settings: Record<string, string> = {},
  ) {
    const server: OpenaiServer = await startOpenaiServer(options);
    const context = createRecordingContext();
    const engine = createOpenaiCompatible(
      { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'fake-model', ...settings },
      context,
    );
    if (engine === null) throw new Error('the engine is off');
    closers.push(() => engine.close(), server.close);
    const translate = (
      segments: readonly (string | Segment)[],
      overrides: Partial<TranslateCall> = {},
    ) => engine.translate(buildCall(segments, { rendering: 'named', ...overrides }));
    return { server, context, engine, translate };
  }
  return { closers, setUp };
}
