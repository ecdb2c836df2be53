import type { ProjectMember } from '@parlance/contracts';
import {
  GRANT_ROLES,
  type GrantRole,
  isLimitable,
  RIGHTS_OF_ROLE,
} from '@parlance/contracts/scopes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import entries from '../../ui/display/entries.module.css';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { LocalesField } from './locales-field.tsx';
import { useMemberLocales } from './use-member-locales.ts';

/** A person for whom a role in a project is chosen. `role` is absent if the person has no role in the project yet. */
export type GrantedPerson = Pick<ProjectMember, 'userId' | 'name'> &
  Partial<Pick<ProjectMember, 'role' | 'localeCodes'>>;

/** Chooses the role and the locales of a person in a project. */
export function GrantDialog({
  organizationId,
  projectId,
  person,
  save,
  onClose,
}: {
  organizationId: string;
  projectId: string;
  person: GrantedPerson;
  save(grant: Pick<ProjectMember, 'role' | 'localeCodes'>): Promise<void>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [role, setRole] = useState<GrantRole>(person.role ?? 'translator');
  const locales = useMemberLocales(organizationId, person.localeCodes, projectId);
  const title = t('members.grantTitle', { name: person.name });
  return (
    <Dialog close={t('close')} title={title} isOpen onClose={onClose}>
      <CallForm
        button={t('members.saveGrant')}
        cancel={t('cancel')}
        onCancel={onClose}
        call={async () => {
          const localeCodes = isLimitable(role) ? locales.read() : null;
          if (localeCodes === undefined) return;
          await save({ role, localeCodes });
          onClose();
        }}
      >
        <Choice
          label={t('members.role')}
          value={role}
          options={GRANT_ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
          onChange={setRole}
        />
        {isLimitable(role) && <LocalesField locales={locales} />}
        <ul className={entries.note}>
          {RIGHTS_OF_ROLE[role].map((right) => (
            <li key={right}>{t(`members.rights.${right}`)}</li>
          ))}
        </ul>
      </CallForm>
    </Dialog>
  );
}
