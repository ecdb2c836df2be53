import { it } from 'vitest';
import { deliverAll, startDelivering } from './deliver-all.ts';

it('10,000 deliveries arrive in order with one id each, despite a receiver with every kind of failure', async () => {
  const delivering = await startDelivering();
  try {
    await deliverAll(delivering, 10_000);
  } finally {
    await delivering.close();
  }
});
