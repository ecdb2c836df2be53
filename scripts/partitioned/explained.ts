import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the suffix of a partition. docs/scaling/partition.sql creates eight hash partitions. */
const PARTITION = /_([0-7])$/;

/** A plan node in the output of auto_explain. */
interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement with the partitions that its executions touched. */
export interface Explained {
  readonly statement: string;
  executions: number;
  /** The largest number of partitions that one execution read or wrote. */
  partitions: number;
  /** The partitioned tables of that execution. */
  tables: readonly string[];
}

/**
 * Reads the executed plans from PostgreSQL's logs (jsonlog). A partition that was pruned at the start of a statement
 * has no loops. Returns the statements by their text.
 */
export async function readExplained(dir: string): Promise<Map<string, Explained>> {
  const found = new Map<string, Explained>();
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.json'))) {
    for await (const line of linesOf(join(dir, name))) {
      const { message = '' } = JSON.parse(line) as { message?: string };
      const at = message.indexOf('plan:\n');
      if (message.startsWith('duration:') && at !== -1) note(found, message.slice(at + 6));
    }
  }
  return found;
}

/** Yields the lines of a file. `readline` would also split at U+2028, which statements contain. */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of createReadStream(file, 'utf8')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
}

function note(found: Map<string, Explained>, json: string): void {
  const { 'Query Text': text, Plan: plan } = JSON.parse(json) as {
    'Query Text': string;
    Plan: PlanNode;
  };
  const statement = text.replace(/\s+/g, ' ').trim();
  const relations = touchedBy(plan);
  // A project is in the partition with the same number in every table.
  const numbers = new Set(relations.map((relation) => PARTITION.exec(relation)![1]));
  const known = found.get(statement) ?? { statement, executions: 0, partitions: 0, tables: [] };
  known.executions++;
  if (numbers.size > known.partitions) {
    known.partitions = numbers.size;
    known.tables = [...new Set(relations.map((relation) => relation.replace(PARTITION, '')))];
  }
  found.set(statement, known);
}

/** Returns the partitions that the execution of a plan read. */
function touchedBy(plan: PlanNode): string[] {
  const { 'Relation Name': relation, 'Actual Loops': loops = 0, Plans: plans = [] } = plan;
  const own = relation !== undefined && PARTITION.test(relation) && loops > 0 ? [relation] : [];
  return [...own, ...plans.flatMap(touchedBy)];
}
