import type { ProjectSettings } from '@parlance/contracts';
import type { Db } from '../../db/client.ts';
import { fail } from '../../errors.ts';
import { type CellWrite, findOwnTexts, type LockedValue } from '../content/index.ts';
import {
  actorOf,
  membershipOf,
  type Principal,
  type ProjectRef,
  requireRight,
} from '../kernel/index.ts';

type Settings = Pick<ProjectSettings, 'whoReviews'>;

interface ReviewedProject {
  readonly id: ProjectRef;
  readonly settings: Settings;
}

interface ReviewedValues {
  readonly localeId: number;
  readonly keyIds: readonly string[];
}

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
  project: ReviewedProject,
  cell: { keyId: string; localeId: number },
  { value, plan }: { value: LockedValue | null; plan: CellWrite },
): Promise<void> {
  const isReworded = plan.text !== value?.text;
  if (plan.state !== 'reviewed' || (value?.state === 'reviewed' && !isReworded)) return;
  requireReviewer(principal, project.settings);
  if (isReworded && isBarredFromOwnTexts(principal, project.settings)) failOwnText();
  await requireNoOwnTexts(tx, principal, project, {
    localeId: cell.localeId,
    keyIds: [cell.keyId],
  });
}

/**
 * Requires that the caller may set these values to `reviewed`. The values already have their new texts.
 * @throws `role_forbidden`
 */
export async function requireReviewRights(
  tx: Db,
  principal: Principal,
  project: ReviewedProject,
  values: ReviewedValues,
): Promise<void> {
  requireReviewer(principal, project.settings);
  await requireNoOwnTexts(tx, principal, project, values);
}

async function requireNoOwnTexts(
  tx: Db,
  principal: Principal,
  { id, settings }: ReviewedProject,
  values: ReviewedValues,
): Promise<void> {
  if (!isBarredFromOwnTexts(principal, settings)) return;
  const ownTexts = await findOwnTexts(tx, id, values, actorOf(principal));
  if (ownTexts.size > 0) failOwnText();
}
