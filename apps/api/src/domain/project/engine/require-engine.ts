import { failAt } from '../../../errors.ts';
import type { EngineDirectory } from './engine-directory.ts';

/** @throws `validation_failed` at `path`, if the server does not have an engine with this name */
export function requireEngine({ byId }: EngineDirectory, name: string, path: string): void {
  if (byId.has(name)) return;
  failAt(path, `is not an engine of this server; use one of ${[...byId.keys()].join(', ')}`);
}
