import { createDeepl } from '../../src/providers/mt/deepl.ts';
import { useClosers } from './closers.ts';
import { type DeeplServer, startDeeplServer } from './deepl-server.ts';
import { createRecordingContext } from './engine-context.ts';
import { createFakeTiming } from './timing.ts';

/** Provides DeepL engines to a test file, each with a separate server. They are closed at the end of each test. */
export function useDeepl() {
  const closers = useClosers();
  function startEngine(server: DeeplServer) {
    const context = createRecordingContext();
    const timing = createFakeTiming();
    const settings = { DEEPL_API_KEY: server.key, DEEPL_BASE_URL: server.url };
    const engine = createDeepl(settings, context, timing);
    if (engine === null) throw new Error('the engine is off');
    closers.push(() => engine.close());
    return { engine, context, timing };
  }
  async function setUp(options: Parameters<typeof startDeeplServer>[0] = {}) {
    const server = await startDeeplServer(options);
    closers.push(server.close);
    return { server, ...startEngine(server) };
  }
  return { closers, startEngine, setUp };
}
