import { type ReadableSpan, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { MAX_BATCH_SPANS, MAX_WAITING_SPANS, queueSpans } from './tracing.ts';

it('a bounded number of spans waits for a collector that does not answer', async () => {
  const batches: number[] = [];
  const waiting: (() => void)[] = [];
  let answers = false;
  const queue = await queueSpans({
    export(spans: ReadableSpan[], done) {
      batches.push(spans.length);
      if (answers) done({ code: 0 });
      else waiting.push(() => done({ code: 0 }));
    },
    shutdown: async () => {},
  });
  const provider = new TracerProvider({ spanProcessors: [queue] });
  const tracer = provider.getTracer('test');
  const made = MAX_WAITING_SPANS * 3;
  for (let span = 0; span < made; span++) {
    tracer.startSpan('request').end();
    if (span % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  answers = true;
  for (const answer of waiting) answer();
  await provider.shutdown();
  const sent = batches.reduce((sum, size) => sum + size, 0);
  expect(sent).toBeGreaterThanOrEqual(MAX_WAITING_SPANS);
  expect(sent).toBeLessThanOrEqual(MAX_WAITING_SPANS + 2 * MAX_BATCH_SPANS);
});
