import type { KeyTreeNode } from '@parlance/contracts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export type { KeyTreeNode };

/** Query of the segments that follow a prefix in the names of keys, page by page. */
export const keyTreeQuery = (
  organizationId: string,
  projectId: string,
  prefix: string | undefined,
) =>
  infiniteQueryOptions({
    queryKey: ['key-tree', organizationId, projectId, prefix],
    queryFn: ({ pageParam: cursor }) =>
      api(organizationId).i18n.keyTree.list({
        projectId,
        ...(prefix !== undefined && { prefix }),
        ...(cursor !== null && { cursor }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });
