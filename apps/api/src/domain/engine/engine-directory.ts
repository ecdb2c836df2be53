import type { Engine } from '../../providers/mt/engine.ts';

export interface EngineDirectory {
  readonly byId: ReadonlyMap<string, Engine>;
  /** Ids of the default engines, in the order in which they are asked. */
  readonly chain: readonly string[];
}
