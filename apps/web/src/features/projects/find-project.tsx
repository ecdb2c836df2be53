import '../../i18n/parts/list.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import { Picker, usePicking } from '../../ui/form/picker.tsx';

/** Finds and opens a project by a part of its name. */
export function FindProject({ organizationId, org }: { organizationId: string; org: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const picking = usePicking();
  const list = useInfiniteQuery({
    ...projectChoiceQuery(organizationId, picking.search.q),
    enabled: picking.isOpen,
  });
  return (
    <Picker
      label={t('list.find.projects')}
      hint={t('list.typeName')}
      noMatch={t('list.noMatch')}
      picking={picking}
      list={list}
      onPick={({ id }) => void navigate({ to: '/o/$org/p/$project', params: { org, project: id } })}
    />
  );
}
