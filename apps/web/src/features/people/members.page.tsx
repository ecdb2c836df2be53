import '../../i18n/parts/list.ts';
import '../../i18n/parts/people.ts';
import type { Member, Organization, Role } from '@parlance/contracts';
import { ROLES } from '@parlance/contracts/scopes';
import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty, Page, Section } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { Invitations } from './invitations.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { LocalesDialog } from './locales-dialog.tsx';
import { MemberEntry } from './member-entry.tsx';
import {
  changeMember,
  hasOneOwnerQuery,
  isManager,
  type MemberFilter,
  membersQuery,
} from './people.queries.ts';
import { RoleTable } from './role-table.tsx';

/** The people of an organization, their roles, and open invitations. */
export function MembersPage({
  organization,
  userId,
  onLeft,
}: {
  organization: Organization;
  userId: string;
  onLeft(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { id, role: ownRole } = organization;
  const search = useSearch();
  const [shownRole, setShownRole] = useState<MemberFilter['role']>('');
  const list = useInfiniteQuery(membersQuery(id, { q: search.q, role: shownRole }));
  const members = rowsOf(list);
  const { data: hasOneOwner } = useSuspenseQuery(hasOneOwnerQuery(id));
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [limited, setLimited] = useState<Member | null>(null);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['members', id] }),
      // No component observes this query, so invalidating it would not reload it.
      queries.refetchQueries({ queryKey: ['organizations'] }),
    ]);
  const change = useMutation({
    mutationFn: async ({ member, role }: { member: Member; role: Role }) => {
      await changeMember(id, member.userId, { role });
      toast(t('members.roleChanged', { name: member.name, role: t(`members.roles.${role}`) }));
      await reload();
    },
  });
  const manages = isManager(ownRole);
  const isLastOwner = ({ role }: Member) => role === 'owner' && hasOneOwner;
  const mayChange = (member: Member) =>
    manages && (member.role !== 'owner' || ownRole === 'owner') && !isLastOwner(member);
  const isOwn = (member: Member) => member.userId === userId;
  const grantable = ROLES.filter((role) => role !== 'owner' || ownRole === 'owner');
  return (
    <Page title={t('members.title')}>
      {!manages && ownRole !== null && (
        <p className={entries.note}>
          {t('members.askAdmin', { role: t(`members.roles.${ownRole}`) })}
        </p>
      )}
      <Section title={t('members.people')}>
        {(change.error ?? list.error) && <ProblemNotice error={change.error ?? list.error} />}
        <ListSearch label={t('list.search')} search={search} list={list}>
          <Choice
            label={t('members.role')}
            value={shownRole}
            options={[
              { value: '', label: t('members.everyRole') },
              ...ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) })),
            ]}
            onChange={setShownRole}
          />
        </ListSearch>
        {list.data && members.length === 0 && <Empty text={t('list.noMatch')} />}
        <ul className={entries.list}>
          {members.map((member) => (
            <MemberEntry
              key={member.userId}
              member={member}
              isOwn={isOwn(member)}
              mayChange={mayChange(member)}
              isLastOwner={isLastOwner(member)}
              manages={manages}
              grantable={grantable}
              onRole={(role) => change.mutate({ member, role })}
              onLocales={() => setLimited(member)}
              onLeave={() => setLeaving(member)}
            />
          ))}
        </ul>
        <MoreButton list={list} text={t('more')} />
      </Section>
      {manages && <Invitations organizationId={id} roles={grantable} />}
      <Section title={t('members.matrix')}>
        <RoleTable />
      </Section>
      {limited && (
        <LocalesDialog
          organizationId={id}
          member={limited}
          save={async (localeCodes) => {
            await changeMember(id, limited.userId, { localeCodes });
            await reload();
          }}
          onClose={() => setLimited(null)}
        />
      )}
      {leaving && (
        <LeaveDialog
          organization={organization}
          member={leaving}
          isOwn={isOwn(leaving)}
          onRemoved={async () => {
            await reload();
            if (isOwn(leaving)) onLeft();
            else toast(t('members.removed', { name: leaving.name }));
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </Page>
  );
}
