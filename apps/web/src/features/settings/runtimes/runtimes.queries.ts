import { countFindings } from '@parlance/sdk';
import { api } from '../../../lib/api.ts';

/** Counts the findings that runtimes would add and remove, in the first values of a project. */
export const countChanges = (
  organizationId: string,
  projectId: string,
  runtimes: readonly string[],
) => countFindings(api(organizationId), { projectId, runtimes });
