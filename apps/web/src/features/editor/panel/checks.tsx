import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { findingsQuery } from '../cell/cell.queries.ts';
import { findingOf } from '../cell/findings/check-text.ts';
import { FindingText } from '../cell/findings/finding-strip.tsx';
import { activeCells } from './active-cells.ts';
import css from './panel.module.css';
import type { PanelProps } from './panel-props.ts';

/** Shows the findings of the checks in the texts of the active cell. */
export function Checks(props: PanelProps) {
  const { t } = useTranslation();
  const cells = activeCells(props);
  const cell = cells.find(({ pluralCategory }) => pluralCategory === 'other') ?? cells[0]!;
  const { data, error } = useQuery(findingsQuery(cell));
  if (cell.value === null) return <p>{t('editor.checks.missing')}</p>;
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <p role="status">{t('loading')}</p>;
  if (data.findings.length === 0) return <p>{t('editor.checks.none')}</p>;
  return (
    <ul className={css.findings}>
      {data.findings.map(findingOf).map((finding, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
        <li key={index} data-severity={finding.severity}>
          <span>{t(`editor.checks.severity.${finding.severity}`)}</span>{' '}
          <FindingText finding={finding} /> <code>{finding.code}</code>
        </li>
      ))}
    </ul>
  );
}
