import { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from './registry.ts';

export const isRuntime = (name: string): name is RuntimeName => Object.hasOwn(RUNTIMES, name);

/** Returns the end of a sentence which states that a name is not a known runtime. */
export const notRuntime = (name: string): string =>
  `“${name}” is not one of ${RUNTIME_NAMES.join(', ')}`;

/**
 * Returns the runtimes of a project that this version supports. A newer version of the service may have stored others.
 */
export const knownRuntimes = (names: readonly string[] | null | undefined): RuntimeName[] =>
  (names ?? []).filter(isRuntime);
