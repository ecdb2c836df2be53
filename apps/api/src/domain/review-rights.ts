import type { ProjectSettings } from '@parlance/contracts';
import type { Db } from '../db/client.ts';
import { fail } from '../errors.ts';
import type { CellWrite } from './content/writer.ts';
import { actorOf, type Principal } from './principal.ts';
import { membershipOf, requireRight } from './rights.ts';
import type { ProjectRef } from './tenant.ts';
import { findOwnTexts } from './value/text-author.store.ts';
import type { LockedValue } from './value/value.store.ts';

type Settings = Pick<ProjectSettings, 'whoReviews'>;

/** @throws `role_forbidden` if only reviewers may set values to `reviewed` */
export function requireReviewer(principal: Principal, { whoReviews }: Settings): void {
  if (whoReviews === 'reviewers') requireRight(principal, 'review');
}

/** True if the caller may not review texts that the caller has written. */
export const isBarredFromOwnTexts = (principal: Principal, { whoReviews }: Settings): boolean =>
  whoReviews === 'not_the_author' && membershipOf(principal) !== null;

/** @throws `role_forbidden` */
export function failOwnText(): never {
  fail('role_forbidden', 'In this project, somebody other than the author reviews a text.', {
    needs: { right: 'review' },
  });
}

/**
 * If an edit sets the state `reviewed`, checks that the caller may set this state.
 * @throws `role_forbidden`
 */
export async function requireReviewRight(
  tx: Db,
  principal: Principal,
  project: { id: ProjectRef; settings: Settings },
  cell: { keyId: string; localeId: number },
  { value, plan }: { value: LockedValue | null; plan: CellWrite },
): Promise<void> {
  const isReworded = plan.text !== value?.text;
  if (plan.state !== 'reviewed' || (value?.state === 'reviewed' && !isReworded)) return;
  requireReviewer(principal, project.settings);
  if (!isBarredFromOwnTexts(principal, project.settings)) return;
  if (isReworded) failOwnText();
  const place = { localeId: cell.localeId, keyIds: [cell.keyId] };
  const own = await findOwnTexts(tx, project.id, place, actorOf(principal));
  if (own.has(cell.keyId)) failOwnText();
}
