import '../../i18n/parts/list.ts';
import '../../i18n/parts/people.ts';
import type { ApiKey, Organization } from '@parlance/contracts';
import { SCOPES_OF_ROLE } from '@parlance/contracts/scopes';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import entries from '../../ui/display/entries.module.css';
import { Page } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { KeySection } from './key-section.tsx';
import { NewKey } from './new-key.tsx';
import { apiKeysQuery, isManager, ownKeysQuery, revokeKey } from './people.queries.ts';

/** The personal keys of a member, and the organization's keys for members who manage them. */
export function KeysPage({ organization, userId }: { organization: Organization; userId: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, role } = organization;
  const manages = isManager(role);
  const [creating, setCreating] = useState<'personal' | 'organization' | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['api-keys', id] }),
      queries.invalidateQueries({ queryKey: ['own-keys', id] }),
    ]);
  const isOwn = (key: ApiKey) => key.personal && key.createdBy.id === userId;
  const button = (kind: 'personal' | 'organization'): ReactNode => (
    <div>
      <Button
        kind={kind === 'personal' && manages ? 'secondary' : 'primary'}
        onPress={() => setCreating(kind)}
      >
        {t(kind === 'personal' ? 'keys.newPersonal' : 'keys.new')}
      </Button>
    </div>
  );
  return (
    <Page title={t('keys.title')}>
      {manages && (
        <KeySection
          title={t('keys.ofOrganization')}
          text={t('keys.ofOrganizationText')}
          empty={t('keys.none')}
          create={button('organization')}
          query={(q) => apiKeysQuery(id, q)}
          onRevoke={setRevoking}
        />
      )}
      <KeySection
        title={t('keys.own')}
        text={t('keys.ownText')}
        empty={t('keys.noneOwn')}
        create={button('personal')}
        query={(q) => ownKeysQuery(id, q)}
        onRevoke={setRevoking}
      />
      {!manages && <p className={entries.note}>{t('keys.askAdmin')}</p>}
      {creating && (
        <NewKey
          organizationId={id}
          isPersonal={creating === 'personal'}
          scopes={role === null ? [] : SCOPES_OF_ROLE[role]}
          onCreated={() => void reload()}
          onClose={() => setCreating(null)}
        />
      )}
      {revoking && (
        <Confirm
          title={t('keys.revokeTitle', { name: revoking.name })}
          text={t('keys.revokeText')}
          button={t('keys.revoke')}
          cancel={t('members.cancel')}
          call={async () => {
            await revokeKey(id, revoking.id, isOwn(revoking));
            await reload();
            toast(t('keys.revoked', { name: revoking.name }));
          }}
          onClose={() => setRevoking(null)}
        />
      )}
    </Page>
  );
}
