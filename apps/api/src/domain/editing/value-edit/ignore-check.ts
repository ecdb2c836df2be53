import { CHECK_CODES, type CheckCode, findingsToMask } from '@parlance/messages';
import { placeOfValue } from '../../../db/ids/value-id.ts';
import type { Deps } from '../../../deps.ts';
import { fail } from '../../../errors.ts';
import {
  CheckerSource,
  checkPlaces,
  findView,
  lockChecks,
  lockKeys,
  markFindings,
  type ValueView,
  writeChecks,
  writeIgnored,
} from '../../content/index.ts';
import { actorOf, requireCellRights } from '../../kernel/index.ts';
import { type EditCall, editProject } from '../../project/index.ts';
import { findCellOfValue } from './cell.store.ts';
import { requireActiveKey } from './edit-cell.ts';
import { requireReadSource } from './require-read-source.ts';
import { conflictOf } from './version-conflict.ts';

/**
 * Dismisses the findings of a check in a value, or withdraws the dismissal. A dismissal applies to
 * one version of the text, so this takes the same locks as an edit.
 * @throws `validation_failed` for an unknown check, `not_found`, `version_conflict`, `archived`
 */
export async function ignoreCheck(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & {
    valueId: string;
    code: string;
    ignored: boolean;
    version?: number;
    sourceVersion?: number;
  },
): Promise<ValueView> {
  const code = requireCheckCode(input.code);
  return editProject(deps, input, { rules: 'shared' }, async (edit) => {
    const { tx, project, now } = edit;
    const target =
      (await findCellOfValue(tx, project.id, placeOfValue(input.valueId))) ??
      fail('not_found', 'The value does not exist.');
    requireCellRights(input.principal, target);
    const key = (await lockKeys(tx, project.id, [target.keyId], 'shared'))[0]!;
    requireActiveKey(key);
    const held = await lockChecks(tx, project.id, target);
    if (held === null) return fail('not_found', 'The value does not exist.');
    const { version } = held;
    if (input.version !== undefined && input.version !== version) {
      throw conflictOf(await findView(tx, project, target), input.version);
    }
    await requireReadSource(tx, project, target, key, input.sourceVersion);
    const checker = await new CheckerSource(project.id).open(tx, [target.localeId]);
    const checked = await checkPlaces(tx, project.id, checker, [target]);
    const isRechecked = (await writeChecks(tx, project.id, checked)).changed > 0;
    const before = BigInt(held.ignored_checks);
    const bit = findingsToMask([{ code }]);
    const after = input.ignored ? before | (bit & checked[0]!.mask) : before & ~bit;
    if (after !== before) {
      const by = { actor: actorOf(input.principal), now };
      const event = { code, ignored: input.ignored, version, ...by };
      await writeIgnored(tx, project.id, target, after, event);
    }
    if (after !== before || isRechecked) await markFindings(tx, project.id);
    return (await findView(tx, project, target))!;
  });
}

function requireCheckCode(code: string): CheckCode {
  const checkCode = CHECK_CODES.find((one) => one === code);
  if (checkCode) return checkCode;
  const message = `is not one of the checks ${CHECK_CODES.join(', ')}`;
  return fail('validation_failed', `params/code: ${code} ${message}.`, {
    errors: [{ path: 'params/code', message }],
  });
}
