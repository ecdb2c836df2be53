import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recognizeLanguage } from '../../lib/locale/find-language.ts';
import { FILE_FORMATS } from '../../lib/locale/locale-file.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import { Faults } from './faults.tsx';
import css from './import.module.css';
import { type StageOptions, stageFile } from './imports.queries.ts';
import { changeFile, type PendingFile, removeFile } from './pending-files.ts';

/** One file with its detected locale and format, and a link to its changes. */
export function FileReview({
  organizationId,
  projectId,
  file,
  options,
  onStaged,
}: {
  organizationId: string;
  projectId: string;
  file: PendingFile;
  options: StageOptions;
  onStaged(importId: string): void;
}) {
  const { t } = useTranslation();
  const { id, name, content, format, locale } = file;
  const stage = useMutation({
    mutationFn: () => stageFile(organizationId, projectId, file, options),
    onSuccess: ({ importId }) => {
      removeFile(projectId, id);
      onStaged(importId);
    },
  });
  return (
    <li className={css.file}>
      <div className={css.row}>
        <strong className={css.name} dir="auto">
          {name}
        </strong>
        <span className={css.note}>{t('imports.size', { count: content.size })}</span>
      </div>
      <div className={css.fields}>
        <LanguageField
          label={t('imports.locale')}
          value={locale}
          onChange={(text) => changeFile(projectId, id, { locale: text })}
          onBlur={() => changeFile(projectId, id, { locale: recognizeLanguage(locale) ?? locale })}
        />
        <Choice
          label={t('imports.format')}
          value={format}
          options={FILE_FORMATS}
          onChange={(chosen) => changeFile(projectId, id, { format: chosen })}
        />
        <div className={css.buttons}>
          <Button
            aria-label={t('imports.reviewNamed', { name })}
            isPending={stage.isPending}
            onPress={() => stage.mutate()}
          >
            {t('imports.review')}
          </Button>
          <Button
            kind="quiet"
            aria-label={t('imports.removeNamed', { name })}
            onPress={() => removeFile(projectId, id)}
          >
            {t('imports.remove')}
          </Button>
        </div>
      </div>
      {stage.error && <Faults error={stage.error} content={content} />}
    </li>
  );
}
