import pg from 'pg';
import { vi } from 'vitest';
import { PoolClient } from '../../src/db/pool-client.ts';

/** A statement and its execution in PostgreSQL. */
export interface StatementWork {
  readonly text: string;
  /** Number of rows that all nodes of its plan returned or filtered out, in all loops. */
  readonly rows: number;
  readonly plan: PlanNode;
}

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

type Query = string | pg.QueryConfig;
const READS_OR_WRITES = /^\s*(select|with|insert|update|delete)\b/i;
/** Matches statements that are not run twice: they lock, read statistics or change settings. */
const WAITS = /pg_advisory|pg_stat_|set_config/;

const rowsOf = (node: PlanNode): number =>
  node['Actual Loops'] *
    (node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) +
  (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);

/**
 * Explains each statement that the services of this process run: it runs the statement first and rolls it back. A
 * named statement is explained with the plan of its connection.
 */
export class PlanWork {
  #works: StatementWork[] = [];
  /** Called after each statement. */
  onStatement: (text: string) => Promise<void> = async () => {};
  readonly #inTransaction = new WeakSet<PoolClient>();
  readonly #last = new WeakMap<PoolClient, Promise<unknown>>();
  readonly #spy;

  constructor() {
    const { query: send } = pg.Client.prototype;
    const run = (client: PoolClient, query: Query, values: unknown[] = []) =>
      Reflect.apply(send, client, [query, values]) as Promise<pg.QueryResult>;
    const work = this;
    this.#spy = vi.spyOn(PoolClient.prototype, 'query').mockImplementation(function (
      this: PoolClient,
      query: Query,
      values?: unknown[],
    ) {
      const turn = (work.#last.get(this) ?? Promise.resolve()).then(async () => {
        await work.#explain(this, query, values, run);
        const result = await run(this, query, values);
        await work.onStatement(typeof query === 'string' ? query : query.text!);
        return result;
      });
      work.#last.set(
        this,
        turn.catch(() => {}),
      );
      return turn;
    } as typeof send);
  }

  /** Returns the statements since the last call, most rows first. */
  take(): StatementWork[] {
    const works = this.#works;
    this.#works = [];
    return works.sort((a, b) => b.rows - a.rows);
  }

  stop(): void {
    this.#spy.mockRestore();
  }

  async #explain(
    client: PoolClient,
    query: Query,
    values: unknown[] | undefined,
    run: (client: PoolClient, query: Query, values?: unknown[]) => Promise<pg.QueryResult>,
  ): Promise<void> {
    const { text, name } = typeof query === 'string' ? { text: query, name: undefined } : query;
    if (/^\s*(begin|start transaction)/i.test(text)) this.#inTransaction.add(client);
    if (/^\s*(commit|rollback)\s*$/i.test(text)) this.#inTransaction.delete(client);
    if (!READS_OR_WRITES.test(text) || WAITS.test(text)) return;
    const isInner = this.#inTransaction.has(client);
    await run(client, isInner ? 'savepoint plan_work' : 'begin');
    try {
      const explained =
        name === undefined ? text : await this.#prepared(client, name, text, values ?? [], run);
      const { rows } = await run(
        client,
        `explain (analyze, buffers, timing off, format json) ${explained}`,
        name === undefined ? values : [],
      );
      const plan: PlanNode = rows[0]['QUERY PLAN'][0].Plan;
      this.#works.push({ text, rows: rowsOf(plan), plan });
    } catch {
      // The error is ignored, because the statement itself fails again.
    } finally {
      await run(client, isInner ? 'rollback to savepoint plan_work' : 'rollback');
    }
  }

  /** Prepares a named statement like the client does, and returns its call. */
  async #prepared(
    client: PoolClient,
    name: string,
    text: string,
    values: unknown[],
    run: (client: PoolClient, query: Query, values?: unknown[]) => Promise<pg.QueryResult>,
  ): Promise<string> {
    // The client remembers its prepared statements, and a rollback does not remove them.
    await run(client, { name, text }, values);
    const literals = values.map((value) => literalOf(client, value));
    return `execute ${client.escapeIdentifier(name)}(${literals.join(', ')})`;
  }
}

function literalOf(client: PoolClient, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return client.escapeLiteral(value.toISOString());
  if (Array.isArray(value)) return `array[${value.map((one) => literalOf(client, one))}]`;
  return client.escapeLiteral(String(value));
}
