import { isDeepStrictEqual } from 'node:util';
import { LIMITS, type ProjectSettings } from '@parlance/contracts';
import type { Db } from '../../../db/client.ts';
import { NIL_ID } from '../../../db/ids/uuid.ts';
import {
  compareFindings,
  type FindingChanges,
  hashSources,
  sumChanges,
} from '../../content/index.ts';
import { listEnvironments, mergeSettings } from '../../project/index.ts';
import { findLiveContent } from '../live-content.store.ts';
import {
  compareLookUps,
  compareStandIns,
  type LookUpChange,
  type StandInChange,
} from './compare-look-ups.ts';
import { listFormerLocales, listHashedSources, type StoredProject } from './upgrade.store.ts';

/** Maximum number of source texts that are read at once. It is small, because texts may be long. */
const SOURCES_AT_ONCE = 250;

/** Describes how this version handles a project that another version has written. */
export interface UpgradeReport {
  readonly findings: FindingChanges;
  /** Settings that the project does not have yet, with their defaults. */
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Number of source texts whose hash in the translation memory has changed. */
  readonly lookUps: number;
  /** Changes in the look-up of bundles, by the slug of the environment. */
  readonly bundles: Readonly<Record<string, readonly LookUpChange[]>>;
  readonly standIns: readonly StandInChange[];
}

export async function reportProject(db: Db, project: StoredProject): Promise<UpgradeReport> {
  const former = await listFormerLocales(db, project.id);
  const defaults = Object.entries(mergeSettings()).filter(([name]) => !(name in project.settings));
  return {
    findings: await compareAll(db, project),
    defaults: Object.fromEntries(defaults),
    lookUps: await countOtherHashes(db, project),
    bundles: await compareBundles(db, project, new Set(former.map(({ code }) => code))),
    standIns: compareStandIns(former.flatMap(({ code, enabled }) => (enabled ? code : []))),
  };
}

async function compareBundles(
  db: Db,
  { id }: StoredProject,
  former: ReadonlySet<string>,
): Promise<UpgradeReport['bundles']> {
  const changes: Record<string, readonly LookUpChange[]> = {};
  const limit = LIMITS.pageSize;
  for (let after: string | null = null; ; ) {
    const { rows } = await listEnvironments(db, id, { after, limit, withArchived: true });
    for (const environment of rows) {
      const live = await findLiveContent(db, id, environment.id);
      const released = live?.locales.map(({ locale }) => locale) ?? [];
      changes[environment.slug] = compareLookUps(released.filter((code) => former.has(code)));
    }
    if (rows.length < limit) return changes;
    after = rows.at(-1)!.id;
  }
}

async function compareAll(db: Db, { id }: StoredProject): Promise<FindingChanges> {
  let all: FindingChanges = { values: 0, added: {}, removed: {} };
  for (let after: string | null = null; ; ) {
    const { next, ...part } = await compareFindings(db, id, {}, after);
    all = sumChanges(all, part);
    if (next === null) return all;
    after = next;
  }
}

async function countOtherHashes(db: Db, project: StoredProject): Promise<number> {
  const { messageFormat } = project.settings as unknown as ProjectSettings;
  let count = 0;
  for (let after = NIL_ID; ; ) {
    const rows = await listHashedSources(db, project, { after, limit: SOURCES_AT_ONCE });
    const texts = rows.map(({ text }) => text);
    const hashes = await hashSources(project.sourceLocale, messageFormat, texts);
    count += rows.filter(
      ({ source, masked }, index) => !isDeepStrictEqual({ source, masked }, hashes[index]),
    ).length;
    if (rows.length < SOURCES_AT_ONCE) return count;
    after = rows.at(-1)!.keyId;
  }
}
