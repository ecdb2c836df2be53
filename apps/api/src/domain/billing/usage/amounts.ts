/** Used instead of the name of an engine for translations from the translation memory. */
export const MEMORY = 'memory';

/** Numbers of translated strings and units, either measured or estimated. */
export interface Amounts {
  strings: number;
  units: number;
  billedUnits: number;
  memoryHits: number;
}

/**
 * Numbers of strings and units for one engine. `engine` is null for strings that needed no engine.
 */
export interface EngineAmounts extends Amounts {
  readonly engine: string | null;
}

export const noAmounts = (): Amounts => ({ strings: 0, units: 0, billedUnits: 0, memoryHits: 0 });

export function sumAmounts(parts: Iterable<Amounts>): Amounts {
  const sum = noAmounts();
  for (const part of parts) {
    sum.strings += part.strings;
    sum.units += part.units;
    sum.billedUnits += part.billedUnits;
    sum.memoryHits += part.memoryHits;
  }
  return sum;
}

export function mainEngine(
  stringsByEngine: Iterable<readonly [string | null, number]>,
): string | null {
  let main: string | null = null;
  let most = 0;
  for (const [engine, strings] of stringsByEngine) {
    if (engine === null || engine === MEMORY || strings <= most) continue;
    main = engine;
    most = strings;
  }
  return main;
}
