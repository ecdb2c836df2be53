import { oneOf, optional, text, url, variable } from './config-values.ts';

/** Address of the trace collector, and the share of traces that are sent to it. */
export interface TracingConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of the process, such as the name of the service. */
  readonly attributes: Readonly<Record<string, string>>;
  /** True if a request follows its caller's decision whether its trace is recorded. */
  readonly followsParent: boolean;
  /** Share of the traces that are recorded, from 0 to 1. */
  readonly ratio: number;
}

const DEFAULT_NAME = 'parlance';
const PARENT_BASED = 'parentbased_';
const SAMPLERS = [
  'parentbased_traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'traceidratio',
  'always_on',
  'always_off',
] as const;

/** Variables of OpenTelemetry, by their standard names. */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    description:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. The service then sends [traces](observability.md#traces), which have no texts, to `/v1/traces` there.',
    default: '',
    defaultText: 'off',
    parse: optional(url(['http:', 'https:'])),
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable({
    description:
      'Complete URL to which traces are sent, if it is not `/v1/traces` at OTEL_EXPORTER_OTLP_ENDPOINT.',
    default: '',
    defaultText: 'by OTEL_EXPORTER_OTLP_ENDPOINT',
    parse: optional(url(['http:', 'https:'])),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: variable({
    description: 'Headers for the collector: `name=value`, separated by commas, percent-encoded.',
    default: '',
    secret: true,
    parse: pairs,
  }),
  OTEL_SERVICE_NAME: variable({
    description:
      'Name of the service in traces. Defaults to `service.name` in OTEL_RESOURCE_ATTRIBUTES.',
    default: '',
    defaultText: `\`${DEFAULT_NAME}\``,
    parse: text,
  }),
  OTEL_RESOURCE_ATTRIBUTES: variable({
    description:
      'Attributes of the process in traces, such as `deployment.environment.name=staging`: `name=value`, separated by commas, percent-encoded. They take precedence over those that the service sets.',
    default: '',
    parse: pairs,
  }),
  OTEL_TRACES_SAMPLER: variable({
    description: `Rule that chooses the traces: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}. With \`${PARENT_BASED}\`, a request with a \`traceparent\` keeps the decision of its caller.`,
    default: SAMPLERS[0],
    parse: oneOf(SAMPLERS),
  }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    description: 'Share of the traces that `traceidratio` records, from 0 to 1.',
    default: '1',
    parse: share,
  }),
  OTEL_TRACES_EXPORTER: variable({
    description: '`none` turns traces off.',
    default: 'otlp',
    parse: oneOf(['otlp', 'none']),
  }),
  OTEL_SDK_DISABLED: variable({
    description: '`true` turns traces off.',
    default: 'false',
    parse: (value) => value.toLowerCase() === 'true',
  }),
};

/** Returns a warning for each variable that asks for gRPC. */
export const findOtherProtocols = (env: Readonly<Record<string, string | undefined>>): string[] =>
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL']
    .filter((name) => env[name]?.toLowerCase() === 'grpc')
    .map((name) => `${name} has no effect: traces are sent as JSON over HTTP, not over gRPC`);

type TraceValues = {
  readonly [Name in keyof typeof TRACE_VARIABLES]: ReturnType<
    (typeof TRACE_VARIABLES)[Name]['parse']
  >;
};

export function tracingOf(values: TraceValues): TracingConfig | null {
  const collector = values.OTEL_EXPORTER_OTLP_ENDPOINT;
  const endpoint =
    values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ??
    (collector && `${collector.replace(/\/+$/, '')}/v1/traces`);
  if (!endpoint || values.OTEL_SDK_DISABLED || values.OTEL_TRACES_EXPORTER === 'none') return null;
  const sampler = values.OTEL_TRACES_SAMPLER;
  const name = values.OTEL_SERVICE_NAME;
  return {
    url: endpoint,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    attributes: {
      'service.name': DEFAULT_NAME,
      ...values.OTEL_RESOURCE_ATTRIBUTES,
      ...(name && { 'service.name': name }),
    },
    followsParent: sampler.startsWith(PARENT_BASED),
    ratio: ratioOf(sampler, values.OTEL_TRACES_SAMPLER_ARG),
  };
}

function ratioOf(sampler: (typeof SAMPLERS)[number], share: number): number {
  if (sampler.endsWith('always_on')) return 1;
  return sampler.endsWith('always_off') ? 0 : share;
}

function pairs(value: string): Readonly<Record<string, string>> {
  const items = value.split(',').filter((item) => item.trim() !== '');
  return Object.fromEntries(
    items.map((item) => {
      const [, name, encoded] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(item) ?? [];
      if (name === undefined || encoded === undefined) {
        throw new Error('a list of name=value, separated by commas');
      }
      return [name, decoded(encoded.trim())];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Error('a list of name=value with percent-encoded values');
  }
}

function share(value: string): number {
  const number = Number(value);
  if (!/^[\d.]+$/.test(value) || !(number >= 0 && number <= 1)) {
    throw new Error('a number from 0 to 1');
  }
  return number;
}
