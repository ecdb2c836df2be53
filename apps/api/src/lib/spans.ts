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
 * Spans contain counts and the names of operations, tasks and engines. They never contain texts, names of keys,
 * addresses or other content of users, because traces leave the service. Unless `startTracing` has loaded a tracing
 * SDK, the functions of this file do nothing.
 */
const tracer = () => trace.getTracer('parlance');

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  /** The span that requested the work and becomes the parent. Defaults to the active span. */
  readonly parent?: TraceCarrier;
}

/** Identifies the span that requests some work. It is passed on together with the request for the work. */
export interface TraceCarrier {
  /** Value of the header `traceparent` of W3C Trace Context. */
  readonly traceparent?: string;
}

/** Runs `work` within a new span. If `work` fails, marks the span as failed. */
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

/** Starts a span that the caller must end. Returns the context in which the span is active. */
export function startSpan(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent = {} }: SpanOptions,
): Context {
  const from = contextOf(parent);
  return trace.setSpan(from, tracer().startSpan(name, { kind, attributes }, from));
}

/** Marks a span as failed. Keeps only the type of the error, because its message could contain content of users. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Identifies the active span, so that later work can refer to it. Empty without tracing. */
export function carrierOfNow(): TraceCarrier {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}

/** Returns fields for a log line that identify the active span. */
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
