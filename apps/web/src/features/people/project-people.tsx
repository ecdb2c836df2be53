import '../../i18n/parts/list.ts';
import '../../i18n/parts/people.ts';
import { isLimitable } from '@parlance/contracts/scopes';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { MoreButton } from '../../ui/display/more-button.tsx';
import { ListSearch, useSearch } from '../../ui/form/list-search.tsx';
import { Picker, usePicking } from '../../ui/form/picker.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Empty } from '../../ui/page/page.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { GrantDialog, type GrantedPerson } from './grant-dialog.tsx';
import { LocaleLimits } from './locale-limits.tsx';
import {
  memberChoiceQuery,
  projectMembersQuery,
  putGrant,
  removeGrant,
} from './project-people.queries.ts';

/** The people with a separate role in a project, for owners and admins. */
export function ProjectPeople({
  organizationId,
  projectId,
}: {
  organizationId: string;
  projectId: string;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const search = useSearch();
  const list = useInfiniteQuery(projectMembersQuery(organizationId, projectId, search.q));
  const people = rowsOf(list);
  const picking = usePicking();
  const choice = useInfiniteQuery({
    ...memberChoiceQuery(organizationId, picking.search.q),
    enabled: picking.isOpen,
  });
  const [edited, setEdited] = useState<GrantedPerson | null>(null);
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['project-members', organizationId, projectId] }),
      queries.invalidateQueries({ queryKey: ['members', organizationId] }),
    ]);
  const remove = useMutation({
    mutationFn: async ({ userId, name }: GrantedPerson) => {
      await removeGrant(organizationId, projectId, userId);
      toast(t('members.grantRemoved', { name }));
      await reload();
    },
  });
  const problem = list.error ?? remove.error;
  return (
    <>
      <p className={entries.note}>{t('members.grantsText')}</p>
      {problem && <ProblemNotice error={problem} />}
      <ListSearch label={t('list.search')} search={search} list={list} />
      {people.length === 0 && !list.isPending && (
        <Empty text={t(search.q === '' ? 'members.noGrants' : 'list.noMatch')} />
      )}
      <ul className={entries.list}>
        {people.map((person) => (
          <li key={person.userId} className={entries.entry}>
            <div className={entries.who}>
              <span className={entries.name}>
                <bdi>{person.name}</bdi>
              </span>
              <span className={entries.note}>
                <bdi>{person.email}</bdi>
              </span>
              {isLimitable(person.role) && <LocaleLimits codes={person.localeCodes} />}
            </div>
            <div className={entries.actions}>
              <Badge kind="neutral">{t(`members.roles.${person.role}`)}</Badge>
              <Button
                kind="quiet"
                aria-label={t('members.grantTitle', { name: person.name })}
                onPress={() => setEdited(person)}
              >
                {t('members.changeGrant')}
              </Button>
              <Button
                kind="quiet"
                aria-label={t('members.removeGrant', { name: person.name })}
                onPress={() => remove.mutate(person)}
              >
                {t('members.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <MoreButton list={list} text={t('more')} />
      <Picker
        label={t('members.addGrant')}
        hint={t('list.typeName')}
        noMatch={t('list.noMatch')}
        picking={picking}
        list={choice}
        picked={people.map(({ userId }) => userId)}
        onPick={({ id, name }) => setEdited({ userId: id, name })}
      />
      {edited && (
        <GrantDialog
          key={edited.userId}
          organizationId={organizationId}
          projectId={projectId}
          person={edited}
          save={async (grant) => {
            await putGrant(organizationId, projectId, edited.userId, grant);
            await reload();
            toast(
              t('members.granted', { name: edited.name, role: t(`members.roles.${grant.role}`) }),
            );
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
