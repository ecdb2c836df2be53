import '../../i18n/parts/project.ts';
import type { Project } from '@parlance/contracts';
import { type ReactNode, useState } from 'react';
import { Form, Label, TextArea, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FILE_TYPES } from '../../lib/locale/locale-file.ts';
import { Button } from '../../ui/button.tsx';
import { Check, Choice } from '../../ui/form/choice.tsx';
import field from '../../ui/form/field.module.css';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { FileReview } from './file-review.tsx';
import type { PendingFolder } from './folder/folder.queries.ts';
import { FolderReview } from './folder/folder-review.tsx';
import css from './import.module.css';
import { MODES } from './import-modes.ts';
import type { StageOptions } from './imports.queries.ts';
import { addFiles, addText, usePendingFiles } from './pending-files.ts';

const PO_KINDS = ['auto', 'text', 'ids'] as const;

/** Accepts files for a project and leads to the review of their changes, without writing anything. */
export function ImportPage({
  organizationId,
  project,
  denial,
  onStaged,
  undo,
}: {
  organizationId: string;
  project: Project;
  /** Reason why the user's role may not import files. Null if it may. */
  denial: ReactNode;
  onStaged(importId: string): void;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const { id: projectId } = project;
  const { messageFormat } = project.settings;
  const files = usePendingFiles(projectId);
  const [folder, setFolder] = useState<PendingFolder | null>(null);
  const [options, setOptions] = useState<StageOptions>({
    mode: 'overwrite',
    prune: false,
    csvSafe: false,
    isLatin1: false,
  });
  if (denial !== null) return <Page title={t('imports.title')}>{denial}</Page>;
  return (
    <Page title={t('imports.title')}>
      <Section title={t('imports.files')}>
        <FileDrop
          label={t('imports.drop')}
          button={t('imports.choose')}
          types={FILE_TYPES}
          allowsMultiple
          onFiles={(added) => void addFiles(projectId, added, project.sourceLocale)}
          folder={{
            button: t('imports.folder.choose'),
            onFolder: (content) => setFolder({ id: crypto.randomUUID(), content }),
          }}
        />
        <details className={css.paste}>
          <summary>{t('imports.paste')}</summary>
          <Form
            className={css.form}
            onSubmit={(event) => {
              event.preventDefault();
              const text = String(new FormData(event.currentTarget).get('text'));
              addText(projectId, t('imports.pasted'), text, project.sourceLocale);
              event.currentTarget.reset();
            }}
          >
            <TextField className={field.field} name="text" isRequired>
              <Label>{t('imports.text')}</Label>
              <TextArea className={`${field.input} ${css.text}`} rows={8} dir="auto" />
            </TextField>
            <Button type="submit" kind="secondary">
              {t('imports.addText')}
            </Button>
          </Form>
        </details>
      </Section>
      {folder && (
        <FolderReview
          key={folder.id}
          organizationId={organizationId}
          projectId={projectId}
          folder={folder}
          onStaged={onStaged}
          undo={undo}
          onClose={() => setFolder(null)}
        />
      )}
      {files.length > 0 && (
        <Section title={t('imports.toReview', { count: files.length })}>
          <div className={css.options}>
            <Choice
              label={t('imports.mode')}
              value={options.mode}
              options={MODES.map((mode) => ({ value: mode, label: t(`imports.modes.${mode}`) }))}
              onChange={(mode) => setOptions({ ...options, mode })}
            />
            {files.some(({ format }) => format === 'po') && (
              <Choice
                label={t('imports.poKind')}
                value={options.poKind ?? 'auto'}
                options={PO_KINDS.map((kind) => ({
                  value: kind,
                  label: t(`imports.poKinds.${kind}`),
                }))}
                onChange={(kind) =>
                  setOptions({ ...options, poKind: kind === 'auto' ? undefined : kind })
                }
              />
            )}
            <div className={css.checks}>
              <Check
                isChecked={options.prune}
                onChange={(prune) => setOptions({ ...options, prune })}
              >
                {t('imports.prune')}
              </Check>
              {files.some(({ format }) => format === 'csv') && (
                <Check
                  isChecked={options.csvSafe}
                  onChange={(csvSafe) => setOptions({ ...options, csvSafe })}
                >
                  {t('imports.csvSafe')}
                </Check>
              )}
              {files.some(({ format }) => format === 'properties') && (
                <Check
                  isChecked={options.isLatin1}
                  onChange={(isLatin1) => setOptions({ ...options, isLatin1 })}
                >
                  {t('imports.isLatin1')}
                </Check>
              )}
            </div>
          </div>
          <p className={css.note}>
            {messageFormat === 'auto'
              ? t('imports.messageFormatAuto')
              : t('imports.messageFormat', { format: messageFormat })}
          </p>
          <ul className={css.files}>
            {files.map((file) => (
              <FileReview
                key={file.id}
                organizationId={organizationId}
                projectId={projectId}
                file={file}
                options={{
                  ...options,
                  prune: options.prune && file.locale === project.sourceLocale,
                }}
                onStaged={onStaged}
              />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}
