import { useMutation } from '@tanstack/react-query';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { exportMemory, importMemory } from './glossary.queries.ts';

/** Imports a TMX file into the translation memory of a project, and downloads the memory. */
export function MemoryFile({
  organizationId,
  projectId,
  mayWrite,
}: {
  organizationId: string;
  projectId: string;
  mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const take = useMutation({
    mutationFn: (file: File) => importMemory(organizationId, projectId, file),
  });
  const save = useMutation({
    mutationFn: async () => saveFile(await exportMemory(organizationId, projectId), 'memory.tmx'),
  });
  const { data, error } = take;
  const problem = error ?? save.error;
  return (
    <Section title={t('memory.title')}>
      <p>{t('memory.text')}</p>
      <div className={entries.actions}>
        {mayWrite && (
          <FileTrigger
            acceptedFileTypes={['.tmx']}
            onSelect={(files) => {
              const file = files?.[0];
              if (file) take.mutate(file);
            }}
          >
            <Button kind="secondary" isPending={take.isPending}>
              {t('memory.import')}
            </Button>
          </FileTrigger>
        )}
        <Button kind="secondary" isPending={save.isPending} onPress={() => save.mutate()}>
          {t('memory.export')}
        </Button>
      </div>
      {problem && <ProblemNotice error={problem} />}
      {data && (
        <p role="status">
          {[
            t('memory.created', { count: data.created }),
            t('memory.unchanged', { count: data.unchanged }),
            t('memory.skipped', { count: data.skipped }),
          ].join(' ')}
          {data.otherLocales.length > 0 &&
            ` ${t('memory.otherLocales', { locales: data.otherLocales.join(', ') })}`}
        </p>
      )}
    </Section>
  );
}
