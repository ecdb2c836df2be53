import '../../i18n/parts/proposals.ts';
import type { Change } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/words/actor-name.ts';
import entries from '../../ui/display/entries.module.css';
import { countsText } from './counts-text.ts';

/** Shows the effect of a change, its author and its time. */
export function ChangeFacts({ change }: { change: Change }) {
  const { counts, at, by, proposedBy, keptTranslations, state } = change;
  const { t } = useTranslation();
  return (
    <p className={entries.note}>
      {state === 'running' && <strong>{t('changes.running')} </strong>}
      <bdi>{countsText(counts, t)}</bdi>
      {' · '}
      <bdi>{t('changes.by', { name: actorName(by), time: new Date(at) })}</bdi>
      {keptTranslations && (
        <>
          {' · '}
          <bdi>{t('changes.keptTranslations')}</bdi>
        </>
      )}
      {proposedBy && (
        <>
          {' · '}
          <bdi>{t('proposals.proposedBy', { who: actorName(proposedBy) })}</bdi>
        </>
      )}
    </p>
  );
}
