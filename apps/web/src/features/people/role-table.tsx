import { RIGHTS, RIGHTS_OF_ROLE, ROLES, SCOPES_OF_ROLE } from '@parlance/contracts/scopes';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import { OTHER_SCOPES } from './other-scopes.ts';
import css from './people.module.css';

/** Shows the permissions of each role from the contract, which the server uses too. */
export function RoleTable() {
  const { t } = useTranslation();
  const mark = (may: boolean) => (
    <span role="img" aria-label={t(may ? 'members.yes' : 'members.no')}>
      {may ? '✓' : '–'}
    </span>
  );
  return (
    <ScrollTable label={t('members.matrix')} className={css.roles}>
      <thead>
        <tr>
          <th scope="col">{t('members.may')}</th>
          {ROLES.map((role) => (
            <th key={role} scope="col">
              {t(`members.roles.${role}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {RIGHTS.map((right) => (
          <tr key={right}>
            <th scope="row">{t(`members.rights.${right}`)}</th>
            {ROLES.map((role) => (
              <td key={role}>{mark(RIGHTS_OF_ROLE[role].includes(right))}</td>
            ))}
          </tr>
        ))}
        {OTHER_SCOPES.map((scope) => (
          <tr key={scope}>
            <th scope="row">{t(`members.scopes.${scope}`, { nsSeparator: false })}</th>
            {ROLES.map((role) => (
              <td key={role}>{mark(SCOPES_OF_ROLE[role].includes(scope))}</td>
            ))}
          </tr>
        ))}
        <tr>
          <th scope="row">{t('members.ownerOnly')}</th>
          {ROLES.map((role) => (
            <td key={role}>{mark(role === 'owner')}</td>
          ))}
        </tr>
      </tbody>
    </ScrollTable>
  );
}
