import type { Engine } from '../../providers/mt/engine.ts';

export interface EngineDirectory {
  /** Every configured engine, by id. */
  readonly byId: ReadonlyMap<string, Engine>;
  /** The default chain, in order. */
  readonly chain: readonly string[];
}
