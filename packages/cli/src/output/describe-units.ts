import { count } from './count.ts';

/** Returns the amount of work of an estimate in words. */
export const describeUnits = ({
  units,
  billableUnits,
}: {
  units: number;
  billableUnits: number;
}): string =>
  `${count(units, 'unit')} (characters of source texts × languages), of which ${billableUnits} go to an engine; the translation memory and repeated texts are free`;
