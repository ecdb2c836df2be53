import type { TranslationJob } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';

const KINDS = {
  queued: 'active',
  running: 'active',
  completed: 'neutral',
  failed: 'problem',
  cancelled: 'neutral',
} as const;

export function JobStatusBadge({ status }: Pick<TranslationJob, 'status'>) {
  const { t } = useTranslation();
  return <Badge kind={KINDS[status]}>{t(`jobs.status.${status}`)}</Badge>;
}
