import type { FileFormatName, MessageFormat, Project } from '@parlance/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Faults } from '../../features/imports/faults.tsx';
import { RuntimeField } from '../../features/settings/runtimes/runtime-field.tsx';
import { recognizeLanguage } from '../../lib/locale/find-language.ts';
import { likelyRuntime } from '../../lib/locale/likely-runtime.ts';
import {
  FILE_FORMATS,
  FILE_TYPES,
  guessFormat,
  guessLocale,
  guessMessageFormat,
  MESSAGE_FORMATS,
} from '../../lib/locale/locale-file.ts';
import { Button } from '../../ui/button.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileDrop } from '../../ui/form/file-drop.tsx';
import { LanguageField } from '../../ui/form/language-field.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { createDemo } from './demo.ts';
import { demoProjectsQuery, saveProject, stageFirstFile } from './first-run.queries.ts';
import css from './steps.module.css';

/** Takes a locale file, shows the detected settings, and creates the project in which the file is reviewed. */
export function FileStep({
  organizationId,
  onStaged,
  onDemo,
  onEmpty,
}: {
  organizationId: string;
  onStaged(projectId: string, importId: string): Promise<void>;
  onDemo(projectId: string): Promise<void>;
  onEmpty(projectId: string): Promise<void>;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [start, setStart] = useState<File | 'empty' | null>(null);
  const [name, setName] = useState('');
  const [locale, setLocale] = useState('en');
  const [format, setFormat] = useState<FileFormatName>('json');
  const [messageFormat, setMessageFormat] = useState<MessageFormat>('auto');
  const [runtimes, setRuntimes] = useState<string[] | null>(null);
  // A project whose file was rejected after the project was created. The next attempt uses the same project.
  const [created, setCreated] = useState<Project | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const file = start === 'empty' ? null : start;

  const take = async (dropped: File | undefined) => {
    if (dropped === undefined) return;
    setRefusal(null);
    const guessed = await guessFormat(dropped);
    setFormat(guessed);
    const tag = guessLocale(dropped.name);
    if (tag !== null) setLocale(tag);
    if (name === '')
      setName(tag === null ? dropped.name.replace(/\.\w+$/, '') : t('firstRun.name'));
    const messages = guessMessageFormat(await dropped.text(), guessed);
    setMessageFormat(messages);
    const likely = likelyRuntime(messages, guessed);
    setRuntimes(likely && [likely]);
    setStart(dropped);
  };
  const demo = useMutation({
    mutationFn: async () => createDemo(organizationId, await queries.fetchQuery(demoProjectsQuery)),
    onSuccess: onDemo,
    onSettled: () => queries.invalidateQueries(),
  });
  const submit = async () => {
    setRefusal(null);
    const tag = recognizeLanguage(locale) ?? locale;
    const project = await saveProject(organizationId, created, {
      name,
      sourceLocale: tag,
      messageFormat,
      runtimes,
    });
    const { id } = project;
    setCreated(project);
    await queries.invalidateQueries();
    if (file === null) return onEmpty(id);
    try {
      const source = { id: file.name, name: file.name, content: file, locale: tag, format };
      await onStaged(id, await stageFirstFile(organizationId, id, source));
    } catch (error) {
      setRefusal(error);
    }
  };

  return (
    <Section title={t('firstRun.file')}>
      <FileDrop
        label={file === null ? t('firstRun.drop') : file.name}
        button={t(file === null ? 'firstRun.choose' : 'firstRun.chooseOther')}
        types={FILE_TYPES}
        onFiles={([dropped]) => void take(dropped)}
      />
      {start === null && (
        <div className={css.others}>
          <span>{t('firstRun.noFile')}</span>
          <Button kind="secondary" isPending={demo.isPending} onPress={() => demo.mutate()}>
            {t('firstRun.demo')}
          </Button>
          <Button kind="quiet" onPress={() => setStart('empty')}>
            {t('firstRun.empty')}
          </Button>
        </div>
      )}
      {demo.error && <ProblemNotice error={demo.error} />}
      {start !== null && (
        <CallForm button={t(file === null ? 'firstRun.create' : 'firstRun.check')} call={submit}>
          <Field
            label={t('projects.name')}
            name="name"
            isRequired
            value={name}
            onChange={setName}
          />
          <div className={css.pair}>
            <LanguageField
              label={t('projects.sourceLocale')}
              hint={t('projects.localeHint')}
              name="sourceLocale"
              isRequired
              value={locale}
              onChange={setLocale}
            />
            {file !== null && (
              <Choice
                label={t('firstRun.format')}
                value={format}
                options={FILE_FORMATS}
                onChange={setFormat}
              />
            )}
          </div>
          <Choice
            label={t('firstRun.messages')}
            hint={t('firstRun.messagesHint')}
            value={messageFormat}
            options={MESSAGE_FORMATS.map((value) => ({
              value,
              label: t(`firstRun.messageFormats.${value}`),
            }))}
            onChange={setMessageFormat}
          />
          <RuntimeField
            runtimes={runtimes}
            likely={likelyRuntime(messageFormat, file === null ? undefined : format)}
            onChange={setRuntimes}
          />
          {refusal !== null && file !== null && <Faults error={refusal} content={file} />}
        </CallForm>
      )}
    </Section>
  );
}
