import '../../i18n/parts/first-run.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sayProblem } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { demoProjectsQuery, removeProject, setDemoProjects } from './first-run.queries.ts';
import css from './steps.module.css';

/** Offers to remove a demo project. Shown on its overview. */
export function DemoBanner({
  organizationId,
  projectId,
  onRemoved,
}: {
  organizationId: string;
  projectId: string;
  onRemoved(): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data: demoProjects = [] } = useQuery(demoProjectsQuery);
  const remove = useMutation({
    mutationFn: async () => {
      await removeProject(organizationId, projectId);
      await setDemoProjects(demoProjects.filter((id) => id !== projectId));
    },
    onSuccess: async () => {
      await onRemoved();
      await queries.invalidateQueries();
    },
    onError: (error) => toast(sayProblem(error)),
  });
  if (!demoProjects.includes(projectId)) return null;
  return (
    <aside className={css.banner} aria-label={t('firstRun.demoTitle')}>
      <span>{t('firstRun.demoText')}</span>
      <Button kind="secondary" isPending={remove.isPending} onPress={() => remove.mutate()}>
        {t('firstRun.removeDemo')}
      </Button>
    </aside>
  );
}
