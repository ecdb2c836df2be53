import { vi } from 'vitest';
import type {
  Engine,
  EngineCapabilities,
  PairReadiness,
  SegmentResult,
  TranslateCall,
} from '../../src/providers/mt/engine.ts';

export interface ScriptedEngine extends Engine {
  /** Current behavior of the engine, which a test may replace. Its id and capabilities are fixed. */
  script: Script;
  /** Calls that the engine has received. */
  readonly calls: TranslateCall[];
}

export interface Script {
  readiness?: PairReadiness | ((source: string, target: string) => Promise<PairReadiness>);
  load?(source: string, target: string): Promise<void>;
  /** Translates one body. Defaults to {@link shout}. */
  say?(body: string, call: TranslateCall): string;
  /** Answers a whole call. Defaults to {@link answerCall} with `say`. */
  answer?(call: TranslateCall): Promise<SegmentResult[]>;
}

export interface ScriptedEngineOptions extends Script {
  id?: string;
  capabilities?: Partial<EngineCapabilities>;
}

/** Creates an engine in memory that follows a script. Its default rendering is XML. */
export function createScriptedEngine({
  id = 'scripted',
  capabilities,
  ...script
}: ScriptedEngineOptions = {}): ScriptedEngine {
  const engine: ScriptedEngine = {
    id,
    version: '1',
    script,
    calls: [],
    capabilities: {
      renderings: ['xml'],
      maxBatchSegments: 50,
      maxBatchLength: 10_000,
      maxConcurrentCalls: 2,
      glossary: 'inline',
      formality: false,
      context: false,
      local: true,
      ...capabilities,
    },
    async readiness(source, target) {
      const { readiness = { status: 'ready' } } = engine.script;
      return typeof readiness === 'function' ? readiness(source, target) : readiness;
    },
    load: async (source, target) => engine.script.load?.(source, target),
    async translate(call) {
      engine.calls.push(call);
      const { answer, say } = engine.script;
      return answer ? answer(call) : answerCall(call, say);
    },
    async close() {},
  };
  return engine;
}

/** Returns the results of a call, with each body translated by `say`. */
export const answerCall = (
  call: TranslateCall,
  say: Required<Script>['say'] = shout,
): SegmentResult[] => call.segments.map(({ id, body }) => ({ id, body: say(body, call) }));

/** Creates an answer that waits until the test opens the gate or the call is aborted. */
export function createGate() {
  const gate = Promise.withResolvers<void>();
  const aborted = vi.fn();
  const answer = async (call: TranslateCall): Promise<SegmentResult[]> => {
    await new Promise<void>((resolve, reject) => {
      call.signal.addEventListener('abort', () => {
        aborted();
        reject(call.signal.reason);
      });
      void gate.promise.then(resolve);
    });
    return answerCall(call);
  };
  return { answer, open: gate.resolve, aborted };
}

/** Returns the words of a body in capitals. Tags and placeholders in braces stay unchanged. */
export const shout = (body: string): string =>
  body.replace(/(<[^<>]*>|&\w+;|\{[^{}]*\})|[^<&{]+/g, (part, mark) =>
    mark === undefined ? part.toUpperCase() : part,
  );

/** Returns a directory of these engines, all of them in the chain. */
export const directoryOf = (...engines: Engine[]) => ({
  byId: new Map(engines.map((engine) => [engine.id, engine])),
  chain: engines.map(({ id }) => id),
});
