import type { Engine } from '../../providers/mt/engine.ts';

export interface EngineDirectory {
  /** Every configured engine, by id. */
  readonly byId: ReadonlyMap<string, Engine>;
  /** Ids of the engines that are used by default, in the order in which they are asked. */
  readonly chain: readonly string[];
}
