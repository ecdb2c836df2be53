import { RUNTIME_NAMES, RUNTIMES, type RuntimeName } from './registry.ts';

export const isRuntime = (name: string): name is RuntimeName => Object.hasOwn(RUNTIMES, name);

/** Says, as the end of a sentence, that a name is not one of the runtimes. */
export const notRuntime = (name: string): string =>
  `“${name}” is not one of ${RUNTIME_NAMES.join(', ')}`;

/**
 * Returns the runtimes of a project that this version knows. A newer version of the service can
 * have stored others.
 */
export const knownRuntimes = (names: readonly string[] | null | undefined): RuntimeName[] =>
  (names ?? []).filter(isRuntime);
