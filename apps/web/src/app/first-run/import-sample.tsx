import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../ui/display/scroll-table.tsx';
import table from '../../ui/display/table.module.css';
import { importSampleQuery } from './first-run.queries.ts';

/** Shows the first strings of a staged file as the import would store them, so that a wrong format is noticed. */
export function ImportSample(props: {
  organizationId: string;
  projectId: string;
  importId: string;
}) {
  const { t } = useTranslation();
  const { data: sample = [] } = useQuery(importSampleQuery(props));
  if (sample.length === 0) return null;
  return (
    <ScrollTable label={t('firstRun.sample')}>
      <caption className={table.caption}>{t('firstRun.sample')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('firstRun.sampleKey')}</th>
          <th scope="col" className={table.text}>
            {t('firstRun.sampleText')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sample.map(({ key, locale, after }) => (
          <tr key={`${key} ${locale}`}>
            <th scope="row">
              <code dir="auto">{key}</code>
            </th>
            <td className={table.text} lang={locale ?? undefined} dir="auto">
              {after}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
