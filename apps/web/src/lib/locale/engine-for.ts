import type { EnginePair, TranslationEngine } from '@parlance/contracts';

/** Returns what an engine answered about a target locale. Undefined if it was not asked. */
export const pairWith = ({ pairs }: TranslationEngine, code: string): EnginePair | undefined =>
  pairs.find(({ targetLocale }) => targetLocale === code);

/** True if an engine translates into a locale. */
export function translatesInto(engine: TranslationEngine, code: string): boolean {
  const status = pairWith(engine, code)?.status;
  return status === 'ready' || status === 'loadable';
}

/** True if engines have answered about a locale, also if there is no engine. */
export const isKnown = (engines: readonly TranslationEngine[] | undefined, code: string): boolean =>
  engines?.every((engine) => pairWith(engine, code) !== undefined) ?? false;

/** Returns the engine that translates into a locale: the one that is named, or else the first of the server that can. */
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
