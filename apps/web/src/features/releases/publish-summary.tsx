import type { Environment } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/review-queues.ts';
import entries from '../../ui/display/entries.module.css';
import type { PublishSource } from './publish-source.ts';

/** Shows what a release changes for the readers of the texts, and which part of it is unreviewed. */
export function PublishSummary({
  environment: { latestRelease },
  source,
}: {
  environment: Environment;
  source: PublishSource;
}) {
  const { t } = useTranslation();
  return (
    <>
      <p className={entries.note}>
        {latestRelease === null
          ? t('releases.firstRelease')
          : t('releases.against', { version: latestRelease.version })}
      </p>
      {'pending' in source && <PendingSummary {...source} />}
    </>
  );
}

function PendingSummary({
  pending: { locales, checks },
  counts,
  requireReview,
}: Extract<PublishSource, { pending: unknown }>) {
  const { t } = useTranslation();
  const changed = locales.filter((locale) => locale.added + locale.changed + locale.removed > 0);
  const messages = changed.reduce((sum, one) => sum + one.added + one.changed + one.removed, 0);
  const standIns = changed.reduce((sum, one) => sum + (one.changedStandIns ?? 0), 0);
  const total = (state: 'missing' | 'machineUnreviewed' | 'needsReview' | 'translated') =>
    counts.reduce((sum, of) => sum + of[state], 0);
  const machine = total('machineUnreviewed');
  const unreviewed = total('needsReview') + total('translated');
  const missing = total('missing');
  const findings = (['errors', 'warnings'] as const)
    .filter((level) => checks[level] > 0)
    .map((level) => t(`releases.${level}`, { count: checks[level] }));
  const shown = counts.map(({ locale }) => locale).join();
  const inEditor = (q: string, text: string) => (
    <li key={q}>
      <Link from="/o/$org/p/$project" to="/o/$org/p/$project/editor" search={{ l: shown, q }}>
        {text}
      </Link>
    </li>
  );
  return (
    <ul className={entries.head}>
      <li>
        <strong>
          {messages === 0
            ? t('releases.nothing')
            : t('releases.changeCount', { count: messages - standIns })}
        </strong>
      </li>
      {standIns > 0 && <li>{t('releases.standInsOut', { count: standIns })}</li>}
      {!requireReview &&
        machine > 0 &&
        inEditor(queryOf('machine'), t('releases.machineOut', { count: machine }))}
      {!requireReview &&
        unreviewed > machine &&
        inEditor(queryOf('people'), t('releases.peopleOut', { count: unreviewed - machine }))}
      {requireReview &&
        unreviewed > 0 &&
        inEditor(queryOf('all'), t('releases.heldBack', { count: unreviewed }))}
      {missing > 0 && inEditor('is:missing', t('releases.missingOut', { count: missing }))}
      {findings.length > 0 && <li>{findings.join(' · ')}</li>}
    </ul>
  );
}
