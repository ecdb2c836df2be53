import type { Engine } from '../../providers/mt/engine.ts';

export interface EngineDirectory {
  /** Every engine that is configured, by id. */
  readonly byId: ReadonlyMap<string, Engine>;
  /** The default chain, in order. */
  readonly chain: readonly string[];
}
