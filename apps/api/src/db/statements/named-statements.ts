import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';
import { nameStatement } from './statement-names.ts';

const declared = new Set<string>();

interface Statement<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

type Parameters<Values extends readonly unknown[]> = {
  [At in keyof Values]: RawBuilder<Values[At]>;
};

/**
 * Runs a statement without rows that each connection prepares once. The statement is sent ahead: if
 * it fails, a later statement of the transaction rejects with its error, at the latest the commit.
 * Use it for statements with few variants that read no table.
 */
export async function sendNamed(
  db: Db,
  name: string,
  statement: Statement<unknown>,
): Promise<void> {
  const compiled = statement.compile(db);
  nameStatement(compiled.sql, { name, isSentAhead: true });
  await db.executeQuery(compiled);
}

/**
 * Declares a statement that each connection prepares once, so that Node and PostgreSQL parse it only once. Use it only
 * for frequent statements that find single rows by a complete key, because one plan must suit all values.
 * @param build - Builds the statement. It is called once, with a placeholder for each parameter. Later, callers pass
 * the values in the same order.
 * @param isSentAhead - True for a statement without rows whose result the transaction does not wait for. If it fails, a
 * later statement rejects with its error, at the latest the commit
 */
export function namedStatement<Values extends readonly unknown[], Row>(
  name: string,
  build: (db: Db, ...parameters: Parameters<Values>) => Statement<Row>,
  { isSentAhead = false } = {},
): (db: Db, ...values: Values) => Promise<Row[]> {
  if (declared.has(name)) throw new Error(`There are two statements with the name ${name}.`);
  declared.add(name);
  let text: string | null = null;
  return async (db, ...values) => {
    if (text === null) {
      const parameters = values.map((_, index) => sql.raw(`$${index + 1}`)) as Parameters<Values>;
      const compiled = build(db, ...parameters).compile(db);
      if (compiled.parameters.length > 0) throw new Error(`${name} has values of its own.`);
      text = compiled.sql;
      nameStatement(text, { name, isSentAhead });
    }
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  };
}
