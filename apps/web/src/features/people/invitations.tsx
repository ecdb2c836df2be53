import type { Role } from '@parlance/contracts';
import { SCOPES_OF_ROLE } from '@parlance/contracts/scopes';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { Button } from '../../ui/button.tsx';
import { CallForm } from '../../ui/call-form.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import entries from '../../ui/entries.module.css';
import { Field } from '../../ui/field.tsx';
import { ListSearch, useSearch } from '../../ui/list-search.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { Empty, Section } from '../../ui/page.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { invitationsQuery, invite, revokeInvitation } from './people.queries.ts';

/** The open invitations of an organization, for those who may invite. */
export function Invitations({
  organizationId,
  roles,
}: {
  organizationId: string;
  roles: readonly Role[];
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const search = useSearch();
  const list = useInfiniteQuery(invitationsQuery(organizationId, search.q));
  const invitations = rowsOf(list);
  const [isInviting, setInviting] = useState(false);
  const [role, setRole] = useState<Role>('translator');
  const reload = () => queries.invalidateQueries({ queryKey: ['invitations', organizationId] });
  const send = async (email: string, as: Role) => {
    await invite(organizationId, email, as);
    toast(t('members.invited', { email }));
    await reload();
  };
  const resend = useMutation({
    mutationFn: ({ email, as }: { email: string; as: Role }) => send(email, as),
  });
  const revoke = useMutation({
    mutationFn: async ({ id, email }: { id: string; email: string }) => {
      await revokeInvitation(organizationId, id);
      toast(t('members.revoked', { email }));
      await reload();
    },
  });
  const problem = list.error ?? resend.error ?? revoke.error;
  const open = (
    <div>
      <Button onPress={() => setInviting(true)}>{t('members.inviteTitle')}</Button>
    </div>
  );
  return (
    <Section title={t('members.invitations')}>
      {problem && <ProblemNotice error={problem} />}
      <ListSearch label={t('list.search')} search={search} list={list} />
      {invitations.length === 0 ? (
        <Empty text={t(search.q === '' ? 'members.noInvitations' : 'list.noMatch')} action={open} />
      ) : (
        <>
          <ul className={entries.list}>
            {invitations.map((invitation) => (
              <li key={invitation.id} className={entries.entry}>
                <div className={entries.who}>
                  <bdi className={entries.name}>{invitation.email}</bdi>
                  <span className={entries.note}>
                    {t('members.invitationFacts', {
                      role: t(`members.roles.${invitation.role}`),
                      by: invitation.invitedBy.name,
                      time: new Date(invitation.expiresAt),
                    })}
                  </span>
                </div>
                <div className={entries.actions}>
                  <Button
                    kind="quiet"
                    aria-label={t('members.resendNamed', { email: invitation.email })}
                    onPress={() => resend.mutate({ email: invitation.email, as: invitation.role })}
                  >
                    {t('members.resend')}
                  </Button>
                  <Button
                    kind="quiet"
                    aria-label={t('members.revokeNamed', { email: invitation.email })}
                    onPress={() => revoke.mutate(invitation)}
                  >
                    {t('members.revoke')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          <MoreButton list={list} text={t('more')} />
          {open}
        </>
      )}
      <Dialog
        title={t('members.inviteTitle')}
        isOpen={isInviting}
        onClose={() => setInviting(false)}
      >
        <CallForm
          button={t('members.invite')}
          call={async ({ email = '' }) => {
            await send(email, role);
            setInviting(false);
          }}
        >
          <Field label={t('members.email')} name="email" type="email" isRequired autoFocus />
          <Choice
            label={t('members.role')}
            value={role}
            options={roles.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
            onChange={setRole}
          />
          <ul className={entries.note}>
            {SCOPES_OF_ROLE[role].map((scope) => (
              <li key={scope}>{t(`members.scopes.${scope}`, { nsSeparator: false })}</li>
            ))}
          </ul>
        </CallForm>
      </Dialog>
    </Section>
  );
}
