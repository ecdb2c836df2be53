import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * Spans name operations, tasks, engines and counts. They never have texts, names of keys, addresses or other content of
 * users, because traces leave the service. Without a tracing SDK, which `startTracing` loads, all of this does nothing.
 */
const tracer = () => trace.getTracer('parlance');

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The span that asked for the work. Defaults to the active span. */
  readonly parent?: TraceCarrier;
}

/** The place in a trace at which something was asked for, as a member of what carries the request. */
export interface TraceCarrier {
  /** As in the header of W3C Trace Context. */
  readonly traceparent?: string;
}

/** Runs `work` as a span, which fails with it. */
export function inSpan<Result>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const from = parent === undefined ? context.active() : contextOf(parent);
  return tracer().startActiveSpan(name, { kind, attributes }, from, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Starts a span that ends elsewhere. Returns the context in which it is active. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent = {} }: SpanOptions,
): Context {
  const from = contextOf(parent);
  return trace.setSpan(from, tracer().startSpan(name, { kind, attributes }, from));
}

/** Marks a span as failed. Its message would have content of users, so only the type of the error is kept. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the place of the active span, for something that is done later. Empty without tracing. */
export function carrierOfNow(): TraceCarrier {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** Returns fields that join a log line with the active span. */
export function spanFields(): { traceId: string; spanId: string } | Record<string, never> {
  const active = trace.getActiveSpan()?.spanContext();
  return active ? { traceId: active.traceId, spanId: active.spanId } : {};
}

const contextOf = ({ traceparent }: TraceCarrier): Context =>
  propagation.extract(ROOT_CONTEXT, { traceparent });

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : error.name;
}
