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
import { OtherLocks } from '../../project/index.ts';
import { type CellProject, type HeldCell, sourcesOf } from './cell.store.ts';

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
  project: CellProject,
  cell: HeldCell,
  { plan, isOutdated, keepTranslations }: HeldPlan,
  { actor, now, accepted }: { actor: Actor; now: Date; accepted?: AcceptedProposal },
): Promise<ValueView | null> {
  const { key, value, locale, isSource } = cell;
  const by = { changeId: newId(), now };
  const checks = plan === 'clear' ? 0n : await findMask(tx, project, cell, { plan, isOutdated });
  const planned = { key, value, isOutdated, plan: plan === 'clear' ? plan : { ...plan, checks } };
  const version = await inContent(
    tx,
    project,
    by,
    async (writing: Writing) => {
      writing.lockedKeys = [key];
      const { late, added } = await writeCells(writing, locale, [planned]);
      if (late.size > 0) return null;
      const kept = isSource && plan !== 'clear' ? keptDetail({ keepTranslations }) : {};
      writing.record = { kind: 'edit', actor, details: { ...accepted, ...kept } };
      return added.get(key.id) ?? value!.version + 1;
    },
    { holdsRules: true, keepTranslations },
  );
  if (version === null) throw new OtherLocks();
  if (plan === 'clear') return null;
  const written = { ...plan, checks, isOutdated, version };
  return viewOf(project, cell, written, { ...by, actor });
}

async function findMask(
  tx: Db,
  project: CellProject,
  cell: HeldCell,
  { plan, isOutdated }: HeldPlan & { plan: CellWrite },
): Promise<bigint> {
  const { key, value, locale } = cell;
  const text = {
    key,
    text: plan.text,
    isOutdated: staysOutdated(key, { plan, isOutdated }),
    unknownWords: plan.isConfirmed ? null : (value?.unknown_words ?? null),
  };
  const source = new CheckerSource(project.id, cell.checkSettings);
  const sources = new Map([[key.id, await sourcesOf(tx, project, cell)]]);
  return (await checkWrites(tx, project.id, source, locale.id, [text], sources))[0]!;
}

/** True if a written text was made from another source text than the current source text. */
const staysOutdated = (
  { source_version: current }: HeldCell['key'],
  { plan: { isConfirmed, sourceVersion }, isOutdated }: HeldPlan & { plan: CellWrite },
): boolean => (isConfirmed ? isOfOtherSource(sourceVersion ?? current, current) : isOutdated);

function viewOf(
  { source_locale_id: sourceLocaleId }: CellProject,
  { key, value, locale }: HeldCell,
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
    locale_id: locale.id,
    text: written.text,
    state: written.state,
    origin: written.origin,
    version: written.version,
    source_version: sourceVersion,
    key_source_version: key.source_version,
    change_id: changeId,
    updated_at: now,
    checks: String(written.checks & ~ignored),
    locale: locale.code,
    outdated: locale.id !== sourceLocaleId && isOfOtherSource(sourceVersion, key.source_version),
    updated_by: actor,
  };
}
