import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A span in the JSON form of OTLP, with its attributes as an object. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface Collector {
  readonly url: string;
  readonly spans: readonly SentSpan[];
  /** Attributes of the process that sent the last spans. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** Headers and body of every request, even if the collector did not answer it or answered with 404. */
  readonly requests: readonly { readonly headers: unknown; readonly body: unknown }[];
  stop(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<SentSpan, 'attributes'> & { attributes?: Attribute[] })[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/**
 * Starts an OpenTelemetry collector that accepts OTLP over HTTP with JSON and stores it. A silent collector reads
 * requests and never answers.
 */
export async function startCollector({ isSilent = false } = {}): Promise<Collector> {
  const spans: SentSpan[] = [];
  const attributes: Record<string, unknown> = {};
  const requests: { headers: unknown; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Batch;
    requests.push({ headers: request.headers, body });
    if (isSilent) return;
    if (request.url !== '/v1/traces' || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    for (const { resource, scopeSpans } of body.resourceSpans) {
      Object.assign(attributes, valuesOf(resource.attributes));
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, attributes: valuesOf(span.attributes ?? []) });
      }
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resource: attributes,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
