import { RIGHTS_OF_ROLE, type Right } from '@parlance/contracts';
import { fail } from '../../errors.ts';
import type { Membership, Principal } from './principal.ts';

/** Returns the membership that narrows a caller's scopes. Null for an API key of the organization. */
export const membershipOf = (principal: Principal): Membership | null =>
  principal.type === 'user' ? principal : principal.membership;

export function hasRight(principal: Principal, right: Right): boolean {
  const membership = membershipOf(principal);
  return membership === null || RIGHTS_OF_ROLE[membership.role].includes(right);
}

/** @throws `role_forbidden` */
export function requireRight(principal: Principal, right: Right): void {
  if (hasRight(principal, right)) return;
  const { role } = membershipOf(principal)!;
  fail('role_forbidden', `The role ${role} does not have the right \`${right}\`.`, {
    needs: { right },
  });
}

/** True if the caller is not limited to some locales, or if the locale is one of them. */
export function isOwnLocale(principal: Principal, locale: string): boolean {
  const locales = membershipOf(principal)?.locales ?? null;
  return locales === null || locales.includes(locale);
}

/** @throws `role_forbidden` unless the caller has a right in a locale */
function requireLocaleRight(
  principal: Principal,
  right: 'translate' | 'propose',
  locale: string,
): void {
  if (hasRight(principal, 'content')) return;
  requireRight(principal, right);
  if (isOwnLocale(principal, locale)) return;
  const what = right === 'translate' ? 'change values of' : 'propose texts in';
  fail('role_forbidden', `You may not ${what} the locale ${locale}.`, {
    needs: { right, locale },
  });
}

/**
 * Requires that the caller may propose texts in a target locale.
 * @throws `role_forbidden`
 */
export const requireProposalRights = (principal: Principal, localeTag: string): void =>
  requireLocaleRight(principal, 'propose', localeTag);

/** True if the caller may change values of a target locale, or the source texts. */
export function hasCellRights(
  principal: Principal,
  { isSource, localeTag }: { isSource: boolean; localeTag: string },
): boolean {
  if (hasRight(principal, 'content')) return true;
  return !isSource && hasRight(principal, 'translate') && isOwnLocale(principal, localeTag);
}

/**
 * Requires that the caller may change a value. Source texts need the right `content`.
 * @throws `role_forbidden`
 */
export function requireCellRights(
  principal: Principal,
  { isSource, localeTag }: { isSource: boolean; localeTag: string },
): void {
  if (isSource) requireRight(principal, 'content');
  else requireLocaleRight(principal, 'translate', localeTag);
}

/**
 * Requires that the caller may change values of the given locales.
 * @throws `role_forbidden`
 */
export function requireLocalesRights(
  principal: Principal,
  tags: readonly string[],
  sourceLocale: string,
): void {
  for (const localeTag of tags) {
    requireCellRights(principal, { isSource: localeTag === sourceLocale, localeTag });
  }
}
