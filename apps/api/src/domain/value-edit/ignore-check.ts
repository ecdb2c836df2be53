import { CHECK_CODES, type CheckCode, findingsToMask } from '@parlance/messages';
import type { Deps } from '../../deps.ts';
import { fail } from '../../errors.ts';
import { checkWritten } from '../check/check-values.ts';
import { lockChecks, writeIgnored } from '../check/ignored-check.store.ts';
import { type EditCall, editProject } from '../edit-project.ts';
import { lockKeys } from '../key/key.store.ts';
import { getEditedKey } from '../key/translation-key.store.ts';
import { listAllLocales } from '../locale/locale.store.ts';
import { actorOf } from '../principal.ts';
import { markFindings } from '../value/revision.store.ts';
import { getValue } from '../value/value.store.ts';
import { type ValueView, viewValues } from '../value/view-values.ts';
import { VersionConflict } from './version-conflict.ts';

/**
 * Dismisses the findings of a check in a value, or counts them again. The value and its key are locked as an edit
 * locks them: a dismissal belongs to the text that has the version, and a later text ends it.
 *
 * @throws `validation_failed` for an unknown check, `not_found`, `version_conflict`, `archived`
 */
export async function ignoreCheck(
  deps: Pick<Deps, 'db' | 'clock'>,
  input: EditCall & { valueId: string; code: string; ignored: boolean; version?: number },
): Promise<ValueView> {
  const code = requireCheckCode(input.code);
  return editProject(deps, input, { rules: 'shared' }, async ({ tx, project, now }) => {
    const found = await getValue(tx, project.id, input.valueId);
    const place = { localeId: found.locale_id, keyId: found.key_id };
    await lockKeys(tx, project.id, [place.keyId], 'shared');
    const key = await getEditedKey(tx, project.id, place.keyId, { lock: false });
    if (key.archived) {
      fail('archived', 'The key is archived. Restore it with PATCH { "archived": false }.');
    }
    const held = await lockChecks(tx, project.id, place);
    if (held === null) fail('not_found', 'The value does not exist.');
    const locales = await listAllLocales(tx, project.id);
    const codes = new Map(locales.map((locale) => [locale.id, locale.code]));
    const view = async () => {
      const value = await getValue(tx, project.id, input.valueId);
      return (await viewValues(tx, project, codes, [value]))[0]!;
    };
    if (input.version !== undefined && input.version !== held.version) {
      throw new VersionConflict(await view(), input.version);
    }
    if (held.checks === null) await checkWritten(tx, project.id, place);
    const { checks, ignored_checks: before } = (await lockChecks(tx, project.id, place))!;
    const bit = findingsToMask([{ code }]);
    const after = input.ignored ? before | (bit & (checks ?? 0)) : before & ~bit;
    if (after !== before) {
      const event = { code, ignored: input.ignored, version: held.version };
      const by = { actor: actorOf(input.principal), now };
      await writeIgnored(tx, project.id, place, after, { ...event, ...by });
    }
    if (after !== before || held.checks === null) await markFindings(tx, project.id);
    return view();
  });
}

function requireCheckCode(code: string): CheckCode {
  const known = CHECK_CODES.find((one) => one === code);
  if (known) return known;
  const message = `is not one of the checks ${CHECK_CODES.join(', ')}`;
  return fail('validation_failed', `params/code: ${code} ${message}.`, {
    errors: [{ path: 'params/code', message }],
  });
}
