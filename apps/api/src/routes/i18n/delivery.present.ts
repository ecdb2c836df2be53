import type { Delivery } from '@parlance/contracts';
import type { Deps } from '../../deps.ts';

export const presentDelivery = (
  { bundleStore, cdn }: Pick<Deps, 'bundleStore' | 'cdn'>,
  { isStopped, requests }: { isStopped: boolean; requests: number },
): Delivery => ({
  isStopped,
  requestsLastDay: requests,
  hasOtherReaders: bundleStore !== null || cdn !== null,
});
