import type { Change } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/actor-name.ts';
import entries from '../../ui/entries.module.css';

const COUNTS = ['values', 'keysCreated', 'keysEdited', 'keysArchived', 'keysRestored'] as const;

/** Shows what a change did, who made it and when. */
export function ChangeFacts({ change: { counts, at, by, state } }: { change: Change }) {
  const { t } = useTranslation();
  const shown = COUNTS.filter((name) => counts[name] > 0);
  return (
    <p className={entries.note}>
      {state === 'running' && <strong>{t('changes.running')} </strong>}
      <bdi>
        {shown.length === 0
          ? t('changes.nothing')
          : shown.map((name) => t(`changes.counts.${name}`, { count: counts[name] })).join(' · ')}
      </bdi>
      {' · '}
      <bdi>{t('changes.by', { name: actorName(by), time: new Date(at) })}</bdi>
    </p>
  );
}
