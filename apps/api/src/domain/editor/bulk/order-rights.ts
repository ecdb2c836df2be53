import type { ValuesBulkAction } from '@parlance/contracts';
import { failOwnText, isBarredFromOwnTexts, requireReviewer } from '../../editing/index.ts';
import { type Actor, type Principal, requireLocalesRights } from '../../kernel/index.ts';
import type { ProjectRow } from '../../project/index.ts';
import type { ValuesOrder } from './plan-values.ts';

/**
 * Requires that the caller may make a bulk change of values.
 * @throws `role_forbidden`
 */
export function requireOrderRights(
  principal: Principal,
  project: ProjectRow,
  { locales, action }: Pick<ValuesOrder, 'locales' | 'action'>,
): void {
  requireLocalesRights(principal, locales, project.source_locale);
  skippedAuthor(principal, project, action);
}

/**
 * If the action sets the state `reviewed`, requires that the caller may set this state.
 * @returns the author whose texts the action leaves out, or null if it leaves out none
 * @throws `role_forbidden`
 */
export function skippedAuthor(
  principal: Principal,
  { settings }: ProjectRow,
  { setState, copy, setText }: ValuesBulkAction,
): Pick<Actor, 'type' | 'id'> | null {
  const state = setState?.state ?? copy?.state ?? setText?.state;
  if (state !== 'reviewed') return null;
  requireReviewer(principal, settings);
  const isBarred = isBarredFromOwnTexts(principal, settings);
  if (isBarred && !setState) failOwnText();
  return isBarred ? { type: principal.type, id: principal.id } : null;
}
