import '../i18n/parts/people.ts';
import type { Role } from '@parlance/contracts';
import { ROLES, type Scope } from '@parlance/contracts/scopes';
import { useTranslation } from 'react-i18next';
import { mayDo } from '../lib/person/role.ts';
import entries from '../ui/display/entries.module.css';

/** Tells a user without a scope which roles have it. */
export function RoleNote({ role, scope }: { role: Role; scope: Scope }) {
  const { t, i18n } = useTranslation();
  const able = ROLES.filter((one) => mayDo(one, scope)).map((one) => t(`members.roles.${one}`));
  return (
    <p className={entries.note}>
      {t('members.denied', {
        role: t(`members.roles.${role}`),
        may: t(`members.scopes.${scope}`, { nsSeparator: false }),
        roles: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(able),
      })}
    </p>
  );
}
