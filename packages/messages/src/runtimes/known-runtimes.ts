import { RUNTIMES, type RuntimeName } from './registry.ts';

export const isRuntime = (name: string): name is RuntimeName => Object.hasOwn(RUNTIMES, name);

/**
 * Returns the runtimes of a project that this version knows. A newer version of the service can
 * have stored others.
 */
export const knownRuntimes = (names: readonly string[] | null | undefined): RuntimeName[] =>
  (names ?? []).filter(isRuntime);
