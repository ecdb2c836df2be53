import type { Db } from '../../../db/client.ts';
import { newId } from '../../../db/ids/uuid.ts';
import {
  type AcceptedProposal,
  type CellWrite,
  type ChangeStamp,
  CheckerSource,
  checkWrites,
  inContent,
  isOfOtherSource,
  keptDetail,
  type SourceEdit,
  type ValueView,
  type Writing,
  writeCells,
} from '../../content/index.ts';
import type { Actor } from '../../kernel/index.ts';
import type { Cell } from './cell.store.ts';
import type { HeldCell } from './held-cell.store.ts';

interface HeldPlan extends SourceEdit {
  plan: CellWrite | 'clear';
  isOutdated: boolean;
}

/**
 * Writes a locked value.
 * @returns null if another transaction has inserted the missing value. Otherwise, `view` is the
 * written value, or null if the edit deleted the value
 */
export async function writeHeld(
  tx: Db,
  held: HeldCell,
  { localeId, localeTag, isSource }: Cell,
  { plan, isOutdated, keepTranslations }: HeldPlan,
  { actor, now, accepted }: { actor: Actor; now: Date; accepted?: AcceptedProposal },
): Promise<{ view: ValueView | null } | null> {
  const { project, key, value } = held;
  const by = { changeId: newId(), now };
  const checks = plan === 'clear' ? 0n : await findMask(tx, held, localeId, { plan, isOutdated });
  const planned = { key, value, isOutdated, plan: plan === 'clear' ? plan : { ...plan, checks } };
  const version = await inContent(
    tx,
    project,
    by,
    async (writing: Writing) => {
      writing.lockedKeys = [key];
      const locale = { id: localeId, code: localeTag };
      const { late, added } = await writeCells(writing, locale, [planned]);
      if (late.size > 0) return null;
      const kept = isSource && plan !== 'clear' ? keptDetail({ keepTranslations }) : {};
      writing.record = { kind: 'edit', actor, details: { ...accepted, ...kept } };
      return added.get(key.id) ?? value!.version + 1;
    },
    { holdsRules: true, keepTranslations },
  );
  if (version === null) return null;
  if (plan === 'clear') return { view: null };
  const place = { localeId, localeTag };
  return { view: viewOf(held, place, { ...plan, checks, isOutdated, version }, { ...by, actor }) };
}

async function findMask(
  tx: Db,
  { project, key, value, checks }: HeldCell,
  localeId: number,
  { plan, isOutdated }: HeldPlan & { plan: CellWrite },
): Promise<bigint> {
  const text = {
    key,
    text: plan.text,
    isOutdated: staysOutdated(key, { plan, isOutdated }),
    unknownWords: plan.isConfirmed ? null : (value?.unknown_words ?? null),
  };
  const source = new CheckerSource(project.id, checks.settings);
  const sources = new Map([[key.id, checks.sources]]);
  return (await checkWrites(tx, project.id, source, localeId, [text], sources))[0]!;
}

/** True if a written text was made from another source text than the current one. */
const staysOutdated = (
  { source_version: current }: HeldCell['key'],
  { plan: { isConfirmed, sourceVersion }, isOutdated }: HeldPlan & { plan: CellWrite },
): boolean => (isConfirmed ? isOfOtherSource(sourceVersion ?? current, current) : isOutdated);

function viewOf(
  { project, key, value }: HeldCell,
  { localeId, localeTag }: { localeId: number; localeTag: string },
  written: CellWrite & { checks: bigint; isOutdated: boolean; version: number },
  { changeId, now, actor }: ChangeStamp & { actor: Actor },
): ValueView {
  const keepsVersion = value !== null && written.isOutdated && !written.isConfirmed;
  const sourceVersion = keepsVersion
    ? value.source_version
    : (written.sourceVersion ?? key.source_version);
  const ignored = value?.text === written.text ? BigInt(value.ignored_checks) : 0n;
  return {
    key_id: key.id,
    key: key.name,
    locale_id: localeId,
    text: written.text,
    state: written.state,
    origin: written.origin,
    version: written.version,
    source_version: sourceVersion,
    key_source_version: key.source_version,
    change_id: changeId,
    updated_at: now,
    checks: String(written.checks & ~ignored),
    locale: localeTag,
    outdated:
      localeId !== project.source_locale_id && isOfOtherSource(sourceVersion, key.source_version),
    updated_by: actor,
  };
}
