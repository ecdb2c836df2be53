import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { StoreOperation } from '../providers/bundle-store/with-retries.ts';

const DURATION_BUCKETS_SECONDS = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60,
];
/**
 * Maximum time to wait for the database, in milliseconds. It is shorter than the timeout of a
 * scrape, because all metrics are lost if a scrape times out.
 */
const QUEUE_TIMEOUT_MS = 1_000;

export interface MetricSources {
  pool(): { total: number; idle: number; waiting: number };
  isDatabaseUp(): boolean;
  queueDepth(): Promise<ReadonlyMap<string, { waiting: number; running: number }>>;
  /**
   * Returns the age of the oldest release that is missing in the bundle store, in seconds. Returns
   * 0 if no release is missing.
   */
  storeLagSeconds?: () => Promise<number>;
  /** Returns the numbers of bundle responses. Undefined in a process that serves no requests. */
  bundles?: () => { answers: number; notModified: number; sizeBytes: number };
}

/** The metrics of the process. Labels never contain user content. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'operation' | 'status'>;
  readonly #tasks: Histogram<'task' | 'outcome'>;
  readonly #store: Counter<'operation' | 'outcome'>;
  readonly #reads: Counter<'server' | 'reason'>;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'parlance_request_duration_seconds',
      help: 'Requests by operation and status, without bundle requests that are served from memory.',
      labelNames: ['operation', 'status'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
    this.#tasks = new Histogram({
      name: 'parlance_task_duration_seconds',
      help: 'Background tasks that this process ran, by name and outcome.',
      labelNames: ['task', 'outcome'],
      buckets: DURATION_BUCKETS_SECONDS,
      registers,
    });
    this.#store = new Counter({
      name: 'parlance_bundle_store_operations_total',
      help: 'Operations of the bundle store by outcome, each counted after its last attempt.',
      labelNames: ['operation', 'outcome'],
      registers,
    });
    this.#reads = new Counter({
      name: 'parlance_content_reads_total',
      help: 'Reads of content by server, if there is a standby. Reason: `current` on the standby; on the primary why the standby did not answer.',
      labelNames: ['server', 'reason'],
      registers,
    });
  }

  /** Counts a read of content on the primary or on a standby. */
  observeRead(server: 'primary' | 'standby', reason: string): void {
    this.#reads.inc({ server, reason });
  }

  /** Counts an operation of the bundle store after its last attempt. */
  observeStore(operation: StoreOperation, isDone: boolean): void {
    this.#store.inc({ operation, outcome: isDone ? 'done' : 'failed' });
  }

  /** Counts a request. `operation` is the id of the endpoint, or `none` if no route matched. */
  observeRequest(operation: string, status: number, seconds: number): void {
    this.#requests.observe({ operation, status }, seconds);
  }

  observeTask(task: string, outcome: 'done' | 'failed' | 'returned', seconds: number): void {
    this.#tasks.observe({ task, outcome }, seconds);
  }

  /**
   * Serves the metrics until the server is closed. Also serves `/health` for the probes of a worker, without a query
   * to the database.
   * @throws if the port is in use
   */
  async serve(
    address: { readonly host: string; readonly port: number },
    sources: MetricSources,
  ): Promise<Server> {
    this.#registerGauges(sources);
    const server = createServer((request, response) => {
      if (request.url === '/health' && request.method === 'GET') {
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n');
        return;
      }
      if (request.url !== '/metrics' || request.method !== 'GET') {
        response.writeHead(404).end();
        return;
      }
      this.#registry.metrics().then(
        (text) => response.writeHead(200, { 'Content-Type': this.#registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
    server.unref();
    return server;
  }

  #registerGauges({
    pool,
    isDatabaseUp,
    queueDepth,
    storeLagSeconds,
    bundles,
  }: MetricSources): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'parlance_database_up',
      help: '1 if the database responded to the last probe, otherwise 0.',
      registers,
      collect() {
        this.set(isDatabaseUp() ? 1 : 0);
      },
    });
    new Gauge({
      name: 'parlance_database_connections',
      help: 'Connections of the pool by state, and callers that wait for a connection.',
      labelNames: ['state'],
      registers,
      collect() {
        const { total, idle, waiting } = pool();
        this.set({ state: 'busy' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'awaited' }, waiting);
      },
    });
    new Gauge({
      name: 'parlance_tasks',
      help: 'Waiting and running tasks of the whole deployment. Absent while the database is unavailable.',
      labelNames: ['task', 'state'],
      registers,
      async collect() {
        this.reset();
        const depths = await within(QUEUE_TIMEOUT_MS, queueDepth());
        for (const [task, { waiting, running }] of depths ?? []) {
          this.set({ task, state: 'waiting' }, waiting);
          this.set({ task, state: 'running' }, running);
        }
      },
    });
    if (storeLagSeconds) {
      new Gauge({
        name: 'parlance_bundle_store_lag_seconds',
        help: 'Seconds since the oldest release of the deployment that waits for the bundle store. Absent while the database is unavailable.',
        registers,
        async collect() {
          this.reset();
          const lag = await within(QUEUE_TIMEOUT_MS, storeLagSeconds());
          if (lag !== null) this.set(lag);
        },
      });
    }
    if (bundles) this.#registerBundles(bundles);
  }

  #registerBundles(bundles: NonNullable<MetricSources['bundles']>): void {
    const registers = [this.#registry];
    new Counter({
      name: 'parlance_bundle_answers_total',
      help: 'Bundle requests that were served from memory, before the router, by status.',
      labelNames: ['status'],
      registers,
      collect() {
        const { answers, notModified } = bundles();
        this.reset();
        this.inc({ status: '200' }, answers - notModified);
        this.inc({ status: '304' }, notModified);
      },
    });
    new Gauge({
      name: 'parlance_bundle_memory_bytes',
      help: 'Number of bundles in memory, in all encodings.',
      registers,
      collect() {
        this.set(bundles().sizeBytes);
      },
    });
  }
}

async function within<Value>(timeoutMs: number, answer: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const nothing = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([answer.catch(() => null), nothing]);
  } finally {
    clearTimeout(timer);
  }
}
