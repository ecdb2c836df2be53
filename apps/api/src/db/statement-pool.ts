import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { ofDatabase } from './fault.ts';
import { connectClient, type PoolClient } from './pool-client.ts';
import { namedByText } from './statements/statement-names.ts';

const NO_ROWS = { command: '', rowCount: 0, rows: [] };
const BEGIN = /^(?:begin|start transaction)\b/;
const END = /^(?:commit|rollback)$/;

/**
 * Adapts the connection pool to Kysely. Marks errors as database errors, and passes the names of prepared statements to
 * pg. A connection does not wait for the result of `begin`, nor for statements with `isSentAhead`. They are sent
 * together with the next statement, in one round trip. If one of them fails, the next statement, or at the latest the
 * commit, rejects with its error.
 * @param isDirect - False behind a transaction pooler. Statements are then neither prepared nor sent ahead, because
 * each statement may run on another server connection
 */
export function statementPool(pool: pg.Pool, { isDirect }: { isDirect: boolean }): PostgresPool {
  return {
    async connect() {
      const client = await ofDatabase(connectClient(pool));
      const query = isDirect ? queryInTurn(client) : queryUnnamed(client);
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: (destroy?: boolean) => client.release(destroy),
      };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

type Query = (text: string, values: readonly unknown[]) => Promise<unknown>;

const queryUnnamed =
  (client: PoolClient): Query =>
  (text, values) =>
    confirmed(client, { text }, values);

function queryInTurn(client: PoolClient): Query {
  const { stream } = client.connection;
  let isOpen = false;
  let ahead: Promise<unknown>[] = [];
  return (text, values) => {
    const named = namedByText(text);
    const isBegin = BEGIN.test(text);
    isOpen = isBegin || (isOpen && !END.test(text));
    if (isBegin || (isOpen && named?.isSentAhead)) {
      if (ahead.length === 0) stream.cork();
      ahead.push(confirmed(client, { name: named?.name, text }, values));
      return Promise.resolve(NO_ROWS);
    }
    const answer = confirmed(client, { name: named?.name, text }, values);
    if (ahead.length === 0) return answer;
    stream.uncork();
    const answers = Promise.all([...ahead, answer]);
    ahead = [];
    return answers.then((all) => all.at(-1));
  };
}

async function confirmed(
  client: PoolClient,
  query: pg.QueryConfig,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  const result = await ofDatabase(client.query(query, values as unknown[]));
  client.requireConfirmed();
  return result;
}
