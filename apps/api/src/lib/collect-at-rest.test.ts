import { expect, it } from 'vitest';
import { createRestCollector } from './collect-at-rest.ts';

it('garbage is collected once after the start, and once each time when the process becomes idle', () => {
  const shares = [0.5, 0.3, 0.03, 0.001, 0.015, 0.2, 0.9, 0.005, 0.005, 0.4];
  const collectedAt: number[] = [];
  let at = -1;
  const look = createRestCollector({
    busyShare: () => shares[at]!,
    collect: () => collectedAt.push(at),
  });
  for (at = 0; at < shares.length; at++) look();
  expect(collectedAt).toEqual([2, 7]);
});
