import type { GlossaryImport } from '@parlance/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { importTerms } from './glossary.queries.ts';

/** Reads a CSV file of terms, previews its changes, and imports it. */
export function ImportTerms({
  organizationId,
  projectId,
  onImported,
}: {
  organizationId: string;
  projectId: string;
  onImported(): Promise<void>;
}) {
  const { t } = useTranslation();
  const [plan, setPlan] = useState<(GlossaryImport & { csv: string; name: string }) | null>(null);
  const look = useMutation({
    mutationFn: async (file: File) => {
      const csv = await file.text();
      const counts = await importTerms(organizationId, projectId, { csv, dryRun: true });
      return { ...counts, csv, name: file.name };
    },
    onSuccess: setPlan,
  });
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.csv', 'text/csv']}
        onSelect={(files) => {
          const file = files?.[0];
          if (file) look.mutate(file);
        }}
      >
        <Button kind="secondary" isPending={look.isPending}>
          {t('glossary.import')}
        </Button>
      </FileTrigger>
      {look.error && <ProblemNotice error={look.error} />}
      {plan && (
        <Confirm
          title={t('glossary.importTitle', { name: plan.name })}
          text={[
            t('glossary.created', { count: plan.created }),
            t('glossary.updated', { count: plan.updated }),
            t('glossary.unchanged', { count: plan.unchanged }),
          ].join(', ')}
          button={t('glossary.import')}
          cancel={t('glossary.cancel')}
          isReady={plan.created + plan.updated > 0}
          call={async () => {
            await importTerms(organizationId, projectId, { csv: plan.csv, dryRun: false });
            await onImported();
            toast(t('glossary.imported', { count: plan.created + plan.updated }));
          }}
          onClose={() => setPlan(null)}
        />
      )}
    </>
  );
}
