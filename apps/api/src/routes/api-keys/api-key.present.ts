import type { ApiKey } from '@parlance/contracts';
import { membersOf } from '../../domain/kernel/index.ts';
import { API_KEY, type ApiKeyRow } from '../../domain/people/index.ts';

export const presentApiKey = (row: ApiKeyRow): ApiKey => ({
  ...membersOf(API_KEY, row),
  scopes: row.scopes as ApiKey['scopes'],
  personal: row.user_id !== null,
  createdBy: { type: row.created_by_type, id: row.created_by_id, name: row.created_by_name },
});
