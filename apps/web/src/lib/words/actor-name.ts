import type { Actor } from '@parlance/sdk';
import i18next from 'i18next';

/** Returns the name of the author of an action. A person who has deleted the account is called a former member. */
export const actorName = ({ name }: Pick<Actor, 'name'>): string =>
  name ?? i18next.t('formerMember');
