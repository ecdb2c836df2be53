import { optional, text, url, variable } from './config-values.ts';

/** Address of the collector of traces, and the share of traces that it gets. */
export interface TracingConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of the traces that are recorded, from 0 to 1. */
  readonly ratio: number;
}

/** Variables of OpenTelemetry, by their standard names. */
export const TRACE_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: variable({
    description:
      'URL of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`. The service then sends [traces](observability.md#traces), which have no texts, to `/v1/traces` there.',
    default: '',
    defaultText: 'off',
    parse: optional(url(['http:', 'https:'])),
  }),
  OTEL_EXPORTER_OTLP_HEADERS: variable({
    description: 'Headers for the collector: `name=value`, separated by commas, percent-encoded.',
    default: '',
    secret: true,
    parse: headers,
  }),
  OTEL_SERVICE_NAME: variable({
    description: 'Name of the service in traces.',
    default: 'parlance',
    parse: text,
  }),
  OTEL_TRACES_SAMPLER_ARG: variable({
    description:
      'Share of the traces that are recorded, from 0 to 1. A request with a `traceparent` keeps the decision of its caller.',
    default: '1',
    parse: share,
  }),
};

export function tracingOf(values: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | null;
  readonly OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>>;
  readonly OTEL_SERVICE_NAME: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}): TracingConfig | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = values;
  if (endpoint === null) return null;
  return {
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: values.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

function headers(value: string): Readonly<Record<string, string>> {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, encoded] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=(.*)$/.exec(pair) ?? [];
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
