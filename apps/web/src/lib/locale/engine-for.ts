import type { EnginePair, TranslationEngine } from '@parlance/contracts';

/** Returns whether and how an engine translates into a target locale. Returns undefined if this is unknown. */
export const pairWith = ({ pairs }: TranslationEngine, code: string): EnginePair | undefined =>
  pairs.find(({ targetLocale }) => targetLocale === code);

/** True if an engine translates into a locale. */
export function translatesInto(engine: TranslationEngine, code: string): boolean {
  const status = pairWith(engine, code)?.status;
  return status === 'ready' || status === 'loadable';
}

/** True if it is known for a locale which engines support it, even if none does. */
export const isKnown = (engines: readonly TranslationEngine[] | undefined, code: string): boolean =>
  engines?.every((engine) => pairWith(engine, code) !== undefined) ?? false;

/**
 * Returns the engine that translates into a locale. This is the engine with the given name or, without a name, the
 * first engine of the project, or else of the server, that supports the locale.
 */
export function engineFor(
  engines: readonly TranslationEngine[] | undefined,
  code: string,
  named: string | null = null,
): TranslationEngine | undefined {
  const able = engines?.filter((engine) => translatesInto(engine, code)) ?? [];
  if (named !== null) return able.find(({ name }) => name === named);
  const placeOf = (engine: TranslationEngine) =>
    pairWith(engine, code)?.position ?? Number.POSITIVE_INFINITY;
  return able
    .filter((engine) => Number.isFinite(placeOf(engine)))
    .toSorted((a, b) => placeOf(a) - placeOf(b))[0];
}

/** Id of a translation engine for tests, which returns no real translations. */
export const TEST_ENGINE = 'pseudo';

/**
 * Returns the engines that translate into a locale. Of several engines, leaves out the engine for
 * tests if no other one supports the locale, because its translations do not show the quality.
 */
export function enginesToTry(
  engines: readonly TranslationEngine[],
  code: string,
): readonly TranslationEngine[] {
  const able = engines.filter((engine) => translatesInto(engine, code));
  return engines.length > 1 && able.every(({ name }) => name === TEST_ENGINE) ? [] : able;
}

/** True if no engine translates into a locale now, but an engine that is unavailable might. */
export const isOutOfReach = (
  engines: readonly TranslationEngine[] | undefined,
  code: string,
): boolean =>
  engineFor(engines, code) === undefined &&
  (engines?.some((engine) => pairWith(engine, code)?.status === 'unavailable') ?? false);
