import { closestName } from '@parlance/config';
import { failAt } from '../../../errors.ts';
import type { EngineDirectory } from './engine-directory.ts';

/** @throws `validation_failed` at `path`, if the server does not have an engine with this name */
export function requireEngine({ byId }: EngineDirectory, name: string, path: string): void {
  if (byId.has(name)) return;
  const names = [...byId.keys()];
  const meant = closestName(name, names, { minLength: 3 });
  const question = meant === null ? '' : ` (did you mean ${meant}?)`;
  failAt(path, `is not an engine of this server${question}; use one of ${names.join(', ')}`);
}
