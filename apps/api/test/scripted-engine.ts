import type {
  Engine,
  EngineCapabilities,
  PairReadiness,
  SegmentResult,
  TranslateCall,
} from '../src/providers/mt/engine.ts';

export interface ScriptedEngine extends Engine {
  /** Every call that it was sent. */
  readonly calls: TranslateCall[];
}

export interface Script {
  id?: string;
  capabilities?: Partial<EngineCapabilities>;
  readiness?: PairReadiness | ((source: string, target: string) => Promise<PairReadiness>);
  load?(source: string, target: string): Promise<void>;
  /** What becomes of one body; the words in capitals unless told. */
  say?(body: string, call: TranslateCall): string;
  /** What becomes of a whole call; by `say` unless told. */
  answer?(call: TranslateCall): Promise<SegmentResult[]>;
}

/** An engine in memory that does what a test tells it, in the XML rendering unless told otherwise. */
export function createScriptedEngine(script: Script = {}): ScriptedEngine {
  const calls: TranslateCall[] = [];
  const say = script.say ?? ((body: string) => shout(body));
  const { readiness = { status: 'ready' } as const } = script;
  return {
    id: script.id ?? 'scripted',
    version: '1',
    calls,
    capabilities: {
      renderings: ['xml'],
      maxBatchSegments: 50,
      maxBatchLength: 10_000,
      maxConcurrentCalls: 2,
      glossary: 'inline',
      formality: false,
      context: false,
      local: true,
      ...script.capabilities,
    },
    readiness: async (source, target) =>
      typeof readiness === 'function' ? readiness(source, target) : readiness,
    ...(script.load ? { load: (source, target) => script.load!(source, target) } : {}),
    async translate(call) {
      calls.push(call);
      if (script.answer) return script.answer(call);
      return call.segments.map(({ id, body }) => ({ id, body: say(body, call) }));
    },
    async close() {},
  };
}

/** The words of a body in capitals; tags, and placeholders in braces, as they are. */
export const shout = (body: string): string =>
  body.replace(/(<[^<>]*>|&\w+;|\{[^{}]*\})|[^<&{]+/g, (part, mark) =>
    mark === undefined ? part.toUpperCase() : part,
  );

/** An engine's directory with these, all of them in the chain. */
export const directoryOf = (...engines: Engine[]) => ({
  byId: new Map(engines.map((engine) => [engine.id, engine])),
  chain: engines.map(({ id }) => id),
});
