import type { Finding } from '@parlance/messages';
import type { Db } from '../../../db/client.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { getValue } from '../value/value.store.ts';
import { type CheckInput, readCheckInputs } from './check.store.ts';
import { type Checker, CheckerSource, isIgnored } from './checker.ts';

export type JudgedFinding = Finding & { ignored: boolean };

/**
 * Checks the current text of a value. Returns the findings with their positions and fixes.
 * @throws `not_found`
 */
export async function checkValue(
  db: Db,
  projectId: ProjectRef,
  valueId: string,
): Promise<{ version: number; sourceVersion: number; findings: readonly JudgedFinding[] }> {
  const read = await db
    .transaction()
    .setAccessMode('read only')
    .setIsolationLevel('repeatable read')
    .execute(async (tx): Promise<{ version: number; input: CheckInput; checker: Checker }> => {
      const {
        key_id: keyId,
        locale_id: localeId,
        version,
      } = await getValue(tx, projectId, valueId);
      const checker = await new CheckerSource(projectId).open(tx, [localeId]);
      const { sourceLocaleId } = checker.settings;
      const [input] = await readCheckInputs(tx, projectId, sourceLocaleId, [{ localeId, keyId }]);
      await checker.prepare(input!);
      return { version, input: input!, checker };
    });
  const findings = await read.checker.findFixes(read.input);
  return {
    version: read.version,
    sourceVersion: read.input.sourceVersion,
    findings: findings.map((finding) => ({ ...finding, ignored: isIgnored(read.input, finding) })),
  };
}
