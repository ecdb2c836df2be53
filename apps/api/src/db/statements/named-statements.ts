import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '../client.ts';
import { nameStatement } from './statement-names.ts';

const declared = new Set<string>();

/** A statement of Kysely's query builder or of `sql`. */
interface Statement<Row> {
  compile(db: Db): CompiledQuery<Row>;
}

/**
 * Parameters of a statement, in the order of the arguments with which the statement's `build`
 * function is called.
 */
type Parameters<Values extends readonly unknown[]> = {
  [At in keyof Values]: RawBuilder<Values[At]>;
};

/**
 * Runs a statement that each connection prepares once. The name is derived from the text, so this
 * is suitable for statements that are assembled from few parts and read no table.
 */
export async function executeNamed(
  db: Db,
  name: string,
  statement: Statement<unknown>,
): Promise<void> {
  const compiled = statement.compile(db);
  nameStatement(compiled.sql, name);
  await db.executeQuery(compiled);
}

/**
 * Declares a statement that each connection prepares once. Neither Node nor PostgreSQL then parses
 * its text again. Use it only for frequent statements that find single rows by a complete key, or
 * that look up the rows of a page one by one, because the same plan suits all values. All other
 * statements are planned with their values.
 * @param build - Builds the statement. It is called once with the declared number of parameters.
 * Callers pass values in the same order.
 */
export function namedStatement<Values extends readonly unknown[], Row>(
  name: string,
  build: (db: Db, ...parameters: Parameters<Values>) => Statement<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  if (declared.has(name)) throw new Error(`There are two statements with the name ${name}.`);
  declared.add(name);
  let text: string | null = null;
  return async (db, ...values) => {
    if (text === null) {
      const parameters = values.map((_, at) => sql.raw(`$${at + 1}`)) as Parameters<Values>;
      const compiled = build(db, ...parameters).compile(db);
      if (compiled.parameters.length > 0) throw new Error(`${name} has values of its own.`);
      text = compiled.sql;
      nameStatement(text, name);
    }
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  };
}
