import type { FolderImportResult } from '@parlance/contracts';
import { isParlanceError } from '@parlance/sdk';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../../lib/locale/code-name.ts';
import { sayFaulty, sayWarnings } from '../../../lib/words/say-fault.ts';
import { Button } from '../../../ui/button.tsx';
import { Check, Choice } from '../../../ui/form/choice.tsx';
import { FaultyFiles } from '../../../ui/notice/faulty-files.tsx';
import { WarningList } from '../../../ui/notice/warning-list.tsx';
import { Section } from '../../../ui/page/page.tsx';
import css from '../import.module.css';
import { MODES } from '../import-modes.ts';
import { ImportResultView } from '../import-result-view.tsx';
import {
  type FolderOptions,
  folderPreviewQuery,
  importFolder,
  type PendingFolder,
  stageFolder,
} from './folder.queries.ts';
import { FolderFaults } from './folder-faults.tsx';
import { FolderForm } from './folder-form.tsx';
import { FolderTable } from './folder-table.tsx';
import { PathList } from './path-list.tsx';

/** A folder with the changes that its import makes, and the import as one change. */
export function FolderReview({
  organizationId,
  projectId,
  folder,
  onClose,
  onStaged,
  undo,
}: {
  organizationId: string;
  projectId: string;
  folder: PendingFolder;
  onClose(): void;
  /** Called after the changes of each text were computed. */
  onStaged(importId: string): void;
  /** Returns the button that reverts a change. */
  undo(changeId: string): ReactNode;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [options, setOptions] = useState<FolderOptions>({
    pattern: { path: '', source: '', prefix: '' },
    mode: 'overwrite',
    prune: false,
    isLatin1: false,
    skipsFaulty: false,
  });
  const preview = useQuery({
    ...folderPreviewQuery(organizationId, projectId, folder, options),
    placeholderData: keepPreviousData,
  });
  const apply = useMutation({
    mutationFn: () => importFolder(organizationId, projectId, folder, options, false),
    onSuccess: () =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [name, , project] }) =>
          project === projectId && name !== 'folder-preview',
      }),
  });
  const stage = useMutation({
    mutationFn: () => stageFolder(organizationId, projectId, folder, options),
    onSuccess: onStaged,
  });
  const { name } = folder.content;
  if (apply.data) {
    return (
      <Section title={t('imports.done')}>
        <ImportResultView result={apply.data} undo={undo}>
          <Button kind="secondary" onPress={onClose}>
            {t('imports.another')}
          </Button>
        </ImportResultView>
      </Section>
    );
  }
  const change = (changes: Partial<FolderOptions>): void => {
    apply.reset();
    stage.reset();
    setOptions({ ...options, ...changes });
  };
  const error = apply.error ?? stage.error ?? preview.error;
  const found = preview.error === null ? preview.data : undefined;
  const pattern = found ? { ...found, source: found.source ?? '' } : options.pattern;
  return (
    <Section title={t('imports.folder.title', { name })}>
      <FolderForm
        // A new key creates the fields again, so that they show the pattern that the service has found.
        key={JSON.stringify([pattern.path, pattern.source, pattern.prefix])}
        pattern={pattern}
        onPattern={(changed) => change({ pattern: changed })}
      />
      <div className={css.options}>
        <Choice
          label={t('imports.mode')}
          value={options.mode}
          options={MODES.map((mode) => ({ value: mode, label: t(`imports.folder.modes.${mode}`) }))}
          onChange={(mode) => change({ mode })}
        />
        <div className={css.checks}>
          <Check isChecked={options.prune} onChange={(prune) => change({ prune })}>
            {t('imports.folder.prune')}
          </Check>
          <Check
            isChecked={options.skipsFaulty}
            onChange={(skipsFaulty) => change({ skipsFaulty })}
          >
            {t('imports.folder.skipsFaulty')}
          </Check>
          {(options.isLatin1 || hasProperties(found, error)) && (
            <Check isChecked={options.isLatin1} onChange={(isLatin1) => change({ isLatin1 })}>
              {t('imports.isLatin1')}
            </Check>
          )}
        </div>
      </div>
      <div aria-live="polite">
        {preview.isFetching && <p className={css.note}>{t('imports.folder.reading')}</p>}
      </div>
      {error !== null && (
        <FolderFaults error={error} onSkip={() => change({ skipsFaulty: true })} />
      )}
      {found && <Preview found={found} />}
      <div className={css.buttons}>
        <Button
          isDisabled={!found || preview.isPlaceholderData}
          isPending={stage.isPending}
          onPress={() => stage.mutate()}
        >
          {t('imports.review')}
        </Button>
        <Button
          kind="secondary"
          isDisabled={!found || preview.isPlaceholderData}
          isPending={apply.isPending}
          onPress={() => apply.mutate()}
        >
          {t('imports.folder.apply', { count: found?.files.length ?? 0 })}
        </Button>
        <Button kind="quiet" aria-label={t('imports.removeNamed', { name })} onPress={onClose}>
          {t('imports.remove')}
        </Button>
      </div>
    </Section>
  );
}

/** True if the folder has files whose encoding can be chosen. */
const hasProperties = (found: FolderImportResult | undefined, error: unknown): boolean =>
  found?.files.some(({ format }) => format === 'properties') ||
  (isParlanceError(error) && error.errors.some(({ code }) => code === 'charset'));

function Preview({ found }: { found: FolderImportResult }) {
  const { t } = useTranslation();
  const { files, skipped, faulty, warnings, locales, keys } = found;
  return (
    <>
      {locales.created.length > 0 && (
        <p>{t('imports.newLocales', { locales: locales.created.map(codeLabel).join(', ') })}</p>
      )}
      {keys.archived > 0 && <p>{t('imports.folder.archived', { count: keys.archived })}</p>}
      <FolderTable files={files} />
      {skipped.length > 0 && (
        <PathList
          summary={t('imports.folder.skipped', { count: skipped.length })}
          paths={skipped}
        />
      )}
      {faulty.length > 0 && (
        <>
          <h3>{t('imports.folder.faulty')}</h3>
          <FaultyFiles files={sayFaulty(faulty)} />
        </>
      )}
      {warnings.length > 0 && (
        <>
          <h3>{t('imports.tabs.warnings')}</h3>
          <WarningList warnings={sayWarnings(warnings)} />
        </>
      )}
    </>
  );
}
