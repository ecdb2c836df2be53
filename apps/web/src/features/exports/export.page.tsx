import '../../i18n/parts/project.ts';
import type { Locale } from '@parlance/contracts';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SITE_URL } from '../../lib/address/site.ts';
import { FILE_FORMATS } from '../../lib/locale/locale-file.ts';
import { toggled } from '../../lib/toggled.ts';
import { sayCodes } from '../../lib/words/say-fault.ts';
import { Button } from '../../ui/button.tsx';
import { CopyBlock } from '../../ui/display/copy-block.tsx';
import { Check, CheckGroup, Choice } from '../../ui/form/choice.tsx';
import field from '../../ui/form/field.module.css';
import { Field } from '../../ui/form/field.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { WarningList } from '../../ui/notice/warning-list.tsx';
import { Page, PageSkeleton, Section } from '../../ui/page/page.tsx';
import {
  commandOf,
  type ExportOptions,
  hasHandOff,
  hasShape,
  isMultiLocale,
  isOneFile,
  SHAPES,
  STATES,
  XLIFF_VERSIONS,
} from './export-options.ts';
import { download, previewQuery } from './exports.queries.ts';

/** The number of files is known only if each locale is one file. */
function DownloadLabel({ options }: { options: ExportOptions }) {
  const { t } = useTranslation();
  if (isOneFile(options)) return t('exports.download');
  if (options.path !== '') return t('exports.downloadPaths');
  return t('exports.downloadZip', { count: options.locales.length });
}

/** The format of the file, and the options that only this format has. */
function FormatOptions({
  options,
  change,
}: {
  options: ExportOptions;
  change(changes: Partial<ExportOptions>): void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <div className={field.fields}>
        <Choice
          label={t('exports.format')}
          value={options.format}
          options={FILE_FORMATS}
          onChange={(format) => change({ format })}
        />
        {hasShape(options.format) && (
          <Choice
            label={t('exports.shape')}
            value={options.shape}
            options={SHAPES.map((value) => ({ value, label: t(`exports.shapes.${value}`) }))}
            onChange={(shape) => change({ shape })}
          />
        )}
        {options.format === 'xliff' && (
          <Choice
            label={t('exports.xliffVersion')}
            hint={t('exports.xliffHint')}
            value={options.xliffVersion}
            options={XLIFF_VERSIONS.map((value) => ({
              value,
              label: value === 'auto' ? t('exports.xliffAuto') : value,
            }))}
            onChange={(xliffVersion) => change({ xliffVersion })}
          />
        )}
      </div>
      {options.format === 'csv' && (
        <Check isChecked={options.csvSafe} onChange={(csvSafe) => change({ csvSafe })}>
          {t('exports.csvSafe')}
        </Check>
      )}
      {hasHandOff(options.format) && (
        <Check isChecked={options.isHandOff} onChange={(isHandOff) => change({ isHandOff })}>
          {t('exports.isHandOff')}
        </Check>
      )}
      {options.format === 'properties' && (
        <Check isChecked={options.isAscii} onChange={(isAscii) => change({ isAscii })}>
          {t('exports.isAscii')}
        </Check>
      )}
    </>
  );
}

/** Downloads files of locales, with a preview of the first lines. */
export function ExportPage({
  organizationId,
  projectId,
  locales,
}: {
  organizationId: string;
  projectId: string;
  locales: readonly Locale[];
}) {
  const { t } = useTranslation();
  const codes = locales.map(({ code }) => code);
  const [options, setOptions] = useState<ExportOptions>({
    format: 'json',
    shape: 'flat',
    xliffVersion: 'auto',
    states: STATES,
    locales: locales.filter(({ isSource }) => isSource).map(({ code }) => code),
    csvSafe: false,
    isHandOff: false,
    isAscii: false,
    path: '',
    prefix: '',
  });
  const change = (changes: Partial<ExportOptions>) => {
    save.reset();
    setOptions({ ...options, ...changes });
  };
  const isComplete = options.locales.length > 0 && options.states.length > 0;
  const [first = ''] = options.locales;
  const preview = useQuery({
    ...previewQuery(organizationId, projectId, { ...options, locales: [first], path: '' }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  });
  const save = useMutation({ mutationFn: () => download(organizationId, projectId, options) });
  const error = save.error ?? preview.error;
  const warnings = save.data ?? preview.data?.warnings ?? [];
  const texts = { copy: t('exports.copy'), copied: t('exports.copied') };
  // The command below the preview would move when the first preview arrives.
  if (preview.isLoading) return <PageSkeleton title={t('exports.title')} />;
  return (
    <Page
      title={t('exports.title')}
      actions={
        <Button isDisabled={!isComplete} isPending={save.isPending} onPress={() => save.mutate()}>
          <DownloadLabel options={options} />
        </Button>
      }
    >
      {error && <ProblemNotice error={error} />}
      {!isComplete && <Notice kind="problem">{t('exports.choose')}</Notice>}
      <Section title={t('exports.options')}>
        <FormatOptions options={options} change={change} />
        <CheckGroup label={t('exports.states')}>
          {STATES.map((state) => (
            <Check
              key={state}
              isChecked={options.states.includes(state)}
              onChange={() => change({ states: toggled(STATES, options.states, state) })}
            >
              {t(`exports.state.${state}`)}
            </Check>
          ))}
        </CheckGroup>
        <CheckGroup label={t('exports.locales')}>
          {locales.map(({ code, name }) => (
            <Check
              key={code}
              isChecked={options.locales.includes(code)}
              onChange={() => change({ locales: toggled(codes, options.locales, code) })}
            >
              <bdi>{name}</bdi> <code>{code}</code>
            </Check>
          ))}
        </CheckGroup>
        {options.locales.length < codes.length && (
          <div>
            <Button kind="secondary" onPress={() => change({ locales: codes })}>
              {t('exports.all')}
            </Button>
          </div>
        )}
        {!isMultiLocale(options.format) && (
          <div className={field.fields}>
            <Field
              label={t('exports.path')}
              value={options.path}
              hint={t('exports.pathHint')}
              onChange={(path) => change({ path: path.trim() })}
            />
            <Field
              label={t('exports.prefix')}
              value={options.prefix}
              hint={t('exports.prefixHint')}
              isDisabled={options.path === ''}
              onChange={(prefix) => change({ prefix: prefix.trim() })}
            />
          </div>
        )}
      </Section>
      {warnings.length > 0 && (
        <Section title={t('imports.tabs.warnings')}>
          <WarningList warnings={sayCodes(warnings)} />
        </Section>
      )}
      {isComplete && preview.data !== undefined && (
        <CopyBlock
          key={`preview ${JSON.stringify(options)}`}
          label={t('exports.preview', { name: first })}
          code={preview.data.start}
          {...texts}
        />
      )}
      {isComplete && (
        <CopyBlock
          key={JSON.stringify(options)}
          label={t('exports.command')}
          code={commandOf(SITE_URL, projectId, options)}
          {...texts}
        />
      )}
    </Page>
  );
}
