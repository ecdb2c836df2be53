import '../i18n/parts/people.ts';
import type { Role } from '@parlance/contracts';
import { RIGHTS, type Right, ROLES } from '@parlance/contracts/scopes';
import { useTranslation } from 'react-i18next';
import { mayDo, type Need } from '../lib/person/role.ts';
import entries from '../ui/display/entries.module.css';

const isRight = (need: Need): need is Right => (RIGHTS as readonly Need[]).includes(need);

/** Lists the roles that allow an action, for a user whose role does not allow it. */
export function RoleNote({ role, need }: { role: Role; need: Need }) {
  const { t, i18n } = useTranslation();
  const able = ROLES.filter((one) => mayDo(one, need)).map((one) => t(`members.roles.${one}`));
  return (
    <p className={entries.note}>
      {t('members.denied', {
        role: t(`members.roles.${role}`),
        may: isRight(need)
          ? t(`members.rights.${need}`)
          : t(`members.scopes.${need}`, { nsSeparator: false }),
        roles: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(able),
      })}
    </p>
  );
}
