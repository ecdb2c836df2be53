import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProjectOf, randomOf, until } from '../processes/process.ts';
import { type Receiver, startReceiver } from '../webhooks/receiver.ts';
import { type Deployment, startDeployment } from './deployment.ts';

const SEED = Number(process.env.FAULT_SEED ?? 20_260_302);
const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const LIMIT_MS = 600_000;

let receiver: Receiver;
let deployment: Deployment;
beforeAll(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_ALLOWED_ADDRESSES: receiver.allowed };
  deployment = await startDeployment({ apis: 1, workers: 2, env });
}, LIMIT_MS);
afterAll(async () => {
  await deployment?.stop();
  await receiver.stop();
}, LIMIT_MS);

it('workers deliver each change in order, with one id, even if they are killed while they number, dispatch and send changes', {
  timeout: LIMIT_MS,
}, async () => {
  const random = randomOf(SEED);
  const client = deployment.client(0);
  const { id: projectId } = await createProjectOf(client);
  await client.webhooks.create({ url: receiver.url, events: ['key.created'] });
  const idOf = new Map<number, string>();
  const order: number[] = [];
  receiver.answer = (response, { id, body }) => {
    const { number } = body.data;
    if (!idOf.has(number)) order.push(number);
    expect(idOf.get(number) ?? id).toBe(id);
    idOf.set(number, id);
    setTimeout(() => response.writeHead(204).end(), random() * 20);
  };
  let written = 0;
  const over = new AbortController();
  const writing = (async () => {
    while (!over.signal.aborted) {
      await client.i18n.keys.create({ projectId, name: `key.${written}` });
      written++;
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(200 + random() * 1_500);
    await deployment.kill('worker', Math.floor(random() * 2), 0);
  }
  over.abort();
  await writing;
  await until('all deliveries', () => order.length >= written, LIMIT_MS, 200);
  expect(order).toEqual(Array.from({ length: written }, (_, index) => index + 1));
  await until(
    'the last answer',
    async () =>
      (await deployment.query("select from webhook_delivery where status <> 'delivered'"))
        .length === 0,
    LIMIT_MS,
  );
});
