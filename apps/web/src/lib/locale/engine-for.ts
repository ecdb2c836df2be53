import type { EnginePair, TranslationEngine } from '@parlance/contracts';

/** Returns an engine's answer for a target locale. Undefined if it was not asked. */
export const pairWith = ({ pairs }: TranslationEngine, code: string): EnginePair | undefined =>
  pairs.find(({ targetLocale }) => targetLocale === code);

/** True if an engine translates into a locale. */
export function translatesInto(engine: TranslationEngine, code: string): boolean {
  const status = pairWith(engine, code)?.status;
  return status === 'ready' || status === 'loadable';
}

/** True if engines have been asked about a locale, even if there is no engine. */
export const isKnown = (engines: readonly TranslationEngine[] | undefined, code: string): boolean =>
  engines?.every((engine) => pairWith(engine, code) !== undefined) ?? false;

/** Returns the engine for a locale: the named one, or else the first of the server that supports it. */
export const engineFor = (
  engines: readonly TranslationEngine[] | undefined,
  code: string,
  named: string | null = null,
): TranslationEngine | undefined =>
  engines?.find(
    (engine) =>
      (named === null ? engine.position !== null : engine.name === named) &&
      translatesInto(engine, code),
  );
