import { count } from './count.ts';

interface Work {
  readonly units: number;
  readonly billableUnits: number;
}

/**
 * Returns the amount of work of an estimate in words, and the locales into which no engine
 * translates. The amount does not include the texts of these locales.
 */
export function describeWork(
  { units, billableUnits }: Work,
  withoutEngine: readonly string[],
): string[] {
  const amount = `${count(units, 'unit')} (characters of source texts × languages), of which ${billableUnits} go to an engine; the translation memory and repeated texts are free.`;
  if (withoutEngine.length === 0) return [amount];
  const refusal = `No engine translates into ${withoutEngine.join(', ')}`;
  return units === 0 ? [`${refusal}.`] : [amount, `${refusal}, whose texts are not counted.`];
}
