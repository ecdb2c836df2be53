import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const URL = 'http://collector:4318';
const tracing = (env: Record<string, string>) =>
  readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: URL, ...env }).tracing;

describe('readConfig', () => {
  it('reads the service name and the attributes of traces, and prefers OTEL_SERVICE_NAME', () => {
    expect(tracing({})).toMatchObject({
      url: `${URL}/v1/traces`,
      attributes: { 'service.name': 'parlance' },
      followsParent: true,
      ratio: 1,
    });
    const attributes = 'service.name=texts, service.instance.id=a%2Cb,k8s.pod.name=p-0,';
    expect(tracing({ OTEL_RESOURCE_ATTRIBUTES: attributes })!.attributes).toEqual({
      'service.name': 'texts',
      'service.instance.id': 'a,b',
      'k8s.pod.name': 'p-0',
    });
    const named = tracing({ OTEL_RESOURCE_ATTRIBUTES: attributes, OTEL_SERVICE_NAME: 'mine' });
    expect(named!.attributes['service.name']).toBe('mine');
    expect(() => tracing({ OTEL_RESOURCE_ATTRIBUTES: 'staging' })).toThrow(/name=value/);
  });

  it('accepts a separate endpoint for traces, and the values that turn traces off', () => {
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/own' };
    expect(tracing(own)!.url).toBe('http://traces:4318/own');
    expect(readConfig(own).tracing!.url).toBe('http://traces:4318/own');
    expect(tracing({ OTEL_SDK_DISABLED: 'true' })).toBeNull();
    expect(tracing({ OTEL_TRACES_EXPORTER: 'none' })).toBeNull();
    expect(() => tracing({ OTEL_TRACES_EXPORTER: 'jaeger' })).toThrow(/otlp/);
  });

  it('warns of gRPC, which the service does not support, only if traces are on', () => {
    const grpc = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' };
    const { warnings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: URL, ...grpc });
    expect(warnings).toEqual([expect.stringMatching(/^OTEL_EXPORTER_OTLP_PROTOCOL has no effect/)]);
    expect(readConfig(grpc).warnings).toEqual([]);
  });

  it('accepts variables of OpenTelemetry that the service does not read', () => {
    const signals = ['', 'TRACES_', 'METRICS_', 'LOGS_'];
    const ends = ['ENDPOINT', 'HEADERS', 'PROTOCOL', 'TIMEOUT', 'COMPRESSION', 'CERTIFICATE'];
    const names = [
      ...signals.flatMap((signal) => ends.map((end) => `OTEL_EXPORTER_OTLP_${signal}${end}`)),
      'OTEL_METRICS_EXPORTER',
      'OTEL_LOGS_EXPORTER',
      'OTEL_PROPAGATORS',
      'OTEL_LOG_LEVEL',
      'OTEL_BSP_SCHEDULE_DELAY',
      'OTEL_BSP_MAX_QUEUE_SIZE',
      'OTEL_METRIC_EXPORT_INTERVAL',
      'OTEL_NODE_RESOURCE_DETECTORS',
      'OTEL_SEMCONV_STABILITY_OPT_IN',
      'OTEL_CONFIG_FILE',
    ];
    for (const name of names) {
      const value = name.endsWith('ENDPOINT') ? URL : name.endsWith('HEADERS') ? 'a=b' : 'grpc';
      expect(() => readConfig({ [name]: value })).not.toThrow();
    }
  });

  it.each([
    ['always_on', false, 1],
    ['always_off', false, 0],
    ['traceidratio', false, 0.25],
    ['parentbased_always_on', true, 1],
    ['parentbased_always_off', true, 0],
    ['parentbased_traceidratio', true, 0.25],
  ])('reads the trace sampler %s', (sampler, followsParent, ratio) => {
    const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.25' };
    expect(tracing(env)).toMatchObject({ followsParent, ratio });
  });
});
