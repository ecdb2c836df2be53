import {
  DEFAULT_KEY_SEPARATOR,
  defaultPluralForms,
  type FileFormat,
  findPartial,
  isPartial,
  type PartialGroups,
  standsForOther,
  withoutTaken,
} from '@parlance/formats';
import type { Db } from '../../../db/client.ts';
import type { ValueState } from '../../../db/schema.generated.ts';
import type { ProjectRef } from '../../kernel/index.ts';
import { countIncompletePlurals, readGroupNames, readSourceNames } from './group-names.store.ts';

/** The texts of a locale that an export writes. */
export interface GroupScope {
  projectId: ProjectRef;
  sourceId: number;
  localeId: number;
  localeTag: string;
  keyPrefix: string | null;
  states: readonly ValueState[] | null;
  keySeparator: string | null;
  isRails: boolean;
}

export interface FoundGroups {
  groups: PartialGroups;
  /** Names of keys that have a text, but are left out of the file because their group lacks other texts. */
  leftOut: readonly string[];
}

/** Finds the arrays of a locale that lack texts, and the plurals of a Rails file. */
export async function findGroups(
  tx: Db,
  { needs }: FileFormat,
  { localeTag, isRails, keySeparator, ...of }: GroupScope,
): Promise<FoundGroups> {
  const names = await readGroupNames(tx, { ...of, withForms: isRails });
  const filledNames = new Set(names.flatMap(({ name, hasText }) => (hasText ? [name] : [])));
  let groups = findPartial(
    { arrays: needs.arrays, plurals: null },
    {
      rows: names.filter(({ hasSource }) => hasSource),
      hasText: (name) => filledNames.has(name),
      localeTag,
      isRails,
      separator: keySeparator ?? DEFAULT_KEY_SEPARATOR,
    },
  );
  if (needs.arrays === 'member' && groups.arrays.size > 0) {
    for await (const rows of readSourceNames(tx, of)) groups = withoutTaken(groups, rows);
  }
  return { groups, leftOut: [...filledNames].filter((name) => isPartial(groups, name)) };
}

/** Counts the texts of plurals that a file leaves out, because it needs their other forms. */
export function countLeftOutPlurals(
  tx: Db,
  { id, needs: { plurals } }: FileFormat,
  { localeTag, ...of }: GroupScope,
): Promise<{ first: string; count: number } | null> {
  if (plurals === null) return Promise.resolve(null);
  const isPo = id === 'po';
  return countIncompletePlurals(tx, {
    ...of,
    needed: isPo ? defaultPluralForms(localeTag).categories : ['other'],
    stand: isPo ? null : standsForOther(localeTag),
  });
}
