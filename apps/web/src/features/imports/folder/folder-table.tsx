import type { FolderImportResult } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../../lib/locale/code-name.ts';
import { FILE_FORMATS } from '../../../lib/locale/locale-file.ts';
import { ScrollTable } from '../../../ui/display/scroll-table.tsx';
import table from '../../../ui/display/table.module.css';
import { useIsNarrow } from '../../../ui/hooks/use-narrow.ts';

const FIGURES = ['created', 'updated', 'unchanged', 'skipped'] as const;

const formatLabel = (format: string): string =>
  FILE_FORMATS.find(({ value }) => value === format)?.label ?? format;

/**
 * The files of a folder, with the locale, the format and the changes of each. A narrow screen shows
 * only what the import writes.
 */
export function FolderTable({ files }: { files: FolderImportResult['files'] }) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const figures = isNarrow ? FIGURES.slice(0, 2) : FIGURES;
  return (
    <ScrollTable label={t('imports.folder.table')}>
      <thead>
        <tr>
          <th scope="col">{t('imports.folder.file')}</th>
          {!isNarrow &&
            (['imports.locale', 'imports.format', 'imports.folder.prefix'] as const).map((name) => (
              <th key={name} scope="col" className={table.text}>
                {t(name)}
              </th>
            ))}
          <th scope="col">{t('imports.figures.keys')}</th>
          {figures.map((name) => (
            <th key={name} scope="col">
              {t(`imports.figures.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(({ path, locale, format, prefix, keys, values }) => (
          <tr key={path}>
            <th scope="row">
              <bdi>
                <code>{path}</code>
              </bdi>
            </th>
            {!isNarrow && (
              <>
                <td className={table.text}>
                  {locale === null ? t('imports.folder.manyLocales') : codeLabel(locale)}
                </td>
                <td className={table.text}>{formatLabel(format)}</td>
                <td className={table.text}>
                  <code dir="auto">{prefix}</code>
                </td>
              </>
            )}
            <td>{t('imports.count', { count: keys.created })}</td>
            {figures.map((name) => (
              <td key={name}>{t('imports.count', { count: values[name] })}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
