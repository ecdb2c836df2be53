import type { Actor } from '@parlance/sdk';
import i18next from 'i18next';

/** Returns the name of an actor. People who erased their account are former members. */
export const actorName = ({ name }: Pick<Actor, 'name'>): string =>
  name ?? i18next.t('formerMember');
