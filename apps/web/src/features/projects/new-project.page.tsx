import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { guessLocale } from '../../lib/locale-file.ts';
import { CallForm } from '../../ui/call-form.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Page, Section } from '../../ui/page.tsx';
import css from './new-project.module.css';
import { createProject, importFile } from './projects.queries.ts';

/** Creates a project, and reads the dropped file into it if there is one. */
export function NewProjectPage({
  organizationId,
  isFirst,
  onCreated,
}: {
  organizationId: string;
  isFirst: boolean;
  onCreated(projectId: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [locale, setLocale] = useState('en');
  // A project that was created before its file was refused: the next attempt goes on with it.
  const [createdId, setCreatedId] = useState<string | null>(null);
  const take = (dropped: File | undefined) => {
    if (dropped === undefined) return;
    setFile(dropped);
    const guess = guessLocale(dropped.name);
    if (guess !== null) setLocale(guess);
    if (name === '' && guess === null) setName(dropped.name.replace(/\.\w+$/, ''));
  };
  return (
    <Page title={isFirst ? t('projects.welcome') : t('projects.new')}>
      {isFirst && <p className={css.lead}>{t('projects.welcomeText')}</p>}
      <Section title={t('projects.file')}>
        <FileDrop
          label={file === null ? t('projects.drop') : file.name}
          button={t('projects.chooseFile')}
          onFiles={([dropped]) => take(dropped)}
        />
        <CallForm
          button={t(file === null ? 'projects.create' : 'projects.createAndImport')}
          call={async () => {
            const id =
              createdId ?? (await createProject(organizationId, { name, sourceLocale: locale })).id;
            setCreatedId(id);
            if (file !== null) await importFile(organizationId, id, { file, locale });
            await onCreated(id);
          }}
        >
          <Field
            label={t('projects.name')}
            name="name"
            isRequired
            isReadOnly={createdId !== null}
            value={name}
            onChange={setName}
          />
          <Field
            label={t('projects.sourceLocale')}
            hint={t('projects.localeHint')}
            name="sourceLocale"
            isRequired
            isReadOnly={createdId !== null}
            value={locale}
            onChange={setLocale}
          />
        </CallForm>
      </Section>
    </Page>
  );
}
