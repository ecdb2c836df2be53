import '../../i18n/list.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../lib/paged-query.ts';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import { useSearch } from '../../ui/list-search.tsx';
import { Picker } from '../../ui/picker.tsx';

/** Opens a project by a part of its name. */
export function FindProject({ organizationId, org }: { organizationId: string; org: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch();
  const [isOpen, setOpen] = useState(false);
  const list = useInfiniteQuery({
    ...projectChoiceQuery(organizationId, search.q),
    enabled: isOpen,
  });
  return (
    <Picker
      label={t('list.findProject')}
      hint={t('list.typeName')}
      noMatch={t('list.noMatch')}
      search={search}
      list={list}
      rows={rowsOf(list)}
      onOpenChange={setOpen}
      onPick={({ id }) => void navigate({ to: '/o/$org/p/$project', params: { org, project: id } })}
    />
  );
}
