import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { DiagLogger } from '@opentelemetry/api';
import type { SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from './config/trace-variables.ts';

/** Maximum number of finished spans that wait for the collector. Further spans are dropped. */
export const MAX_WAITING_SPANS = 2_048;
export const MAX_BATCH_SPANS = 512;
/** Time in milliseconds after which the attempt to send a batch of spans is aborted. */
const EXPORT_TIMEOUT_MS = 5_000;
/** Minimum interval between log lines about a collector that accepts no spans, in milliseconds. */
const REPEAT_ERROR_MS = 60_000;

/**
 * Starts to send traces to a collector, over OTLP/HTTP with JSON. Returns a function that sends the remaining spans.
 * The SDK is loaded here, so that a service without tracing needs no memory for it. Spans are sent in the background,
 * so a slow or absent collector does not delay requests.
 */
export async function startTracing(
  config: TracingConfig,
  { version, log }: { version: string; log: Pick<Logger, 'warn'> },
): Promise<() => Promise<void>> {
  const api = await import('@opentelemetry/api');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } = await import(
    '@opentelemetry/sdk-trace'
  );

  api.diag.setLogger(toLog(log), { logLevel: api.DiagLogLevel.WARN });
  const exporter = new OTLPTraceExporter({
    url: config.url,
    headers: { ...config.headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const root = new TraceIdRatioBasedSampler(config.ratio);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.version': version,
      // A process id is the same in each container.
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
      'process.pid': process.pid,
      ...config.attributes,
    }),
    sampler: config.followsParent ? new ParentBasedSampler({ root }) : root,
    spanProcessors: [await queueSpans(exporter)],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Baggage is not propagated, because clients could put anything into it.
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown().catch(() => {});
}

/** Returns a processor that passes spans to the exporter through a queue of limited length. */
export async function queueSpans(exporter: SpanExporter): Promise<SpanProcessor> {
  const { BatchSpanProcessor } = await import('@opentelemetry/sdk-trace');
  return new BatchSpanProcessor({
    exporter,
    maxQueueSize: MAX_WAITING_SPANS,
    maxExportBatchSize: MAX_BATCH_SPANS,
    exportTimeoutMillis: EXPORT_TIMEOUT_MS,
  });
}

function toLog(log: Pick<Logger, 'warn'>): DiagLogger {
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const tell = (reason: string): void => {
    const now = performance.now();
    if (now - reportedAtMs < REPEAT_ERROR_MS) return;
    reportedAtMs = now;
    log.warn({ reason }, 'traces are lost: the collector does not take them');
  };
  const ignore = (): void => {};
  return { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore };
}
