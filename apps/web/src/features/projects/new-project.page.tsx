import { useState } from 'react';
import { DropZone, FileTrigger, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { CallForm } from '../../ui/call-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Page, Section } from '../../ui/page.tsx';
import css from './new-project.module.css';
import { createProject, importFile } from './projects.queries.ts';

const FILE_TYPES = ['.json', '.csv', '.yaml', '.yml', '.xlf', '.xliff'];

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
        <DropZone
          className={css.zone}
          onDrop={(event) => {
            const item = event.items.find((one) => one.kind === 'file');
            if (item?.kind === 'file') void item.getFile().then(take);
          }}
        >
          <Text slot="label">{file === null ? t('projects.drop') : file.name}</Text>
          <FileTrigger acceptedFileTypes={FILE_TYPES} onSelect={(files) => take(files?.[0])}>
            <Button kind="secondary">{t('projects.chooseFile')}</Button>
          </FileTrigger>
        </DropZone>
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

/** Returns the language tag that a file is named after, such as `pt-BR` in `messages.pt-BR.json`. */
function guessLocale(fileName: string): string | null {
  const stem = fileName.replace(/\.\w+$/, '');
  const last = /(?:^|[._])([a-z]{2,3}(?:[-_][A-Za-z]{4})?(?:[-_][A-Z]{2})?)$/.exec(stem)?.[1];
  return last === undefined ? null : last.replaceAll('_', '-');
}
