import { billableUnits } from '@parlance/messages';
import type { Db } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { reserveCredits, unitsToReserve } from '../billing/credit-account.ts';
import { type EstimateWork, estimateLocale } from './estimate.ts';
import type { JobString } from './translation-chunk.store.ts';
import { type JobRef, workOf } from './translation-job.store.ts';

export type ReserveDeps = Pick<Deps, 'clock' | 'engines' | 'payments'>;

/** The strings of a locale, as often as they are asked for. */
export interface LocaleStrings {
  readonly locale: string;
  read(): AsyncIterable<readonly JobString[]> | Iterable<readonly JobString[]>;
}

/** Maximum cost of strings in a locale: matches of the memory make it less. */
export const mostUnitsOf = (strings: readonly Pick<JobString, 'text' | 'isRepeat'>[]): number =>
  strings.reduce((sum, { text, isRepeat }) => sum + (isRepeat ? 0 : billableUnits(text)), 0);

/** The units that an estimate says strings would be billed. */
export async function estimateUnits(
  deps: Pick<Deps, 'db' | 'clock' | 'engines'>,
  work: EstimateWork,
  locales: readonly LocaleStrings[],
): Promise<number> {
  let units = 0;
  for (const { locale, read } of locales) {
    units += (await estimateLocale(deps, work, locale, read())).billedUnits;
  }
  return units;
}

/** Reserves what a new job may cost, in the transaction that makes it. @throws `insufficient_credits` */
export async function reserveJob(
  deps: ReserveDeps,
  tx: Db,
  ref: JobRef,
  job: { readonly most: number; readonly work: Omit<EstimateWork, 'signal'> },
  locales: readonly LocaleStrings[],
): Promise<void> {
  const units = await unitsToReserve(deps, tx, ref.organizationId, {
    most: job.most,
    estimate: () => {
      const work = { ...job.work, signal: new AbortController().signal };
      return estimateUnits({ ...deps, db: tx }, work, locales);
    },
  });
  if (units > 0) await reserveCredits(deps, tx, { ...workOf(ref), units });
}
