import type { Project } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { PROJECT, type ProjectRow } from '../../domain/project/index.ts';

export const presentProject = (row: ProjectRow): Project => ({
  ...membersOf(PROJECT, row),
  sourceLocale: row.source_locale,
});
