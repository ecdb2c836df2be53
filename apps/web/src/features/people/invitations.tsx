import type { Role } from '@parlance/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { actorName } from '../../lib/words/actor-name.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { type InvitationLink, InvitationLinks } from './invitation-links.tsx';
import { InvitePeople } from './invite-people.tsx';
import { type Invited, invitationsQuery, invite, revokeInvitation } from './people.queries.ts';

/** The open invitations of an organization, for members who may invite. */
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
  const [link, setLink] = useState<InvitationLink | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: ['invitations', organizationId] });
  const send = async (email: string, as: Invited) => {
    const invited = await invite(organizationId, email, as);
    return { email, link: invited.data.link };
  };
  const resend = useMutation({
    mutationFn: ({ email, as }: { email: string; as: Invited }) => send(email, as),
    onSuccess: async ({ email, link: own }) => {
      if (own === null) toast(t('members.invited', { email }));
      else setLink({ email, link: own });
      await reload();
    },
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
                      by: actorName(invitation.invitedBy),
                      time: new Date(invitation.expiresAt),
                    })}
                  </span>
                </div>
                <div className={entries.actions}>
                  <Button
                    kind="quiet"
                    aria-label={t('members.resendNamed', { email: invitation.email })}
                    onPress={() => resend.mutate({ email: invitation.email, as: invitation })}
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
      {isInviting && (
        <InvitePeople
          organizationId={organizationId}
          roles={roles}
          send={send}
          onSent={reload}
          onClose={() => setInviting(false)}
        />
      )}
      {link !== null && <InvitationLinks links={[link]} onClose={() => setLink(null)} />}
    </Section>
  );
}
