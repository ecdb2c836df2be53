import type { Environment } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import {
  ENVIRONMENT,
  type EnvironmentRow,
  type LatestRelease,
} from '../../domain/project/index.ts';

export const presentEnvironment = (
  row: EnvironmentRow,
  latest: LatestRelease | undefined,
): Environment => ({
  ...membersOf(ENVIRONMENT, row),
  latestRelease: latest
    ? { id: latest.id, version: latest.version, createdAt: latest.created_at.toISOString() }
    : null,
});
