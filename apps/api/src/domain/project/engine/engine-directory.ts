import type { Engine } from '../../../providers/mt/engine.ts';

export interface EngineDirectory {
  readonly byId: ReadonlyMap<string, Engine>;
  readonly chain: readonly string[];
}
