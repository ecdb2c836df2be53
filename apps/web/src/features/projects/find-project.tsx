import '../../i18n/list.ts';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { projectChoiceQuery } from '../../lib/project-choice.queries.ts';
import { Picker } from '../../ui/picker.tsx';

/** Opens a project by a part of its name. */
export function FindProject({ organizationId, org }: { organizationId: string; org: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Picker
      label={t('list.findProject')}
      hint={t('list.typeName')}
      query={(q) => projectChoiceQuery(organizationId, q)}
      onPick={({ id }) => void navigate({ to: '/o/$org/p/$project', params: { org, project: id } })}
    />
  );
}
