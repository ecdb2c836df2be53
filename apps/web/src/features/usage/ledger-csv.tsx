import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { readLedger } from './usage.queries.ts';

/** A button that downloads the whole ledger, not only the rows that are shown. */
export function LedgerCsv({ organizationId }: { organizationId: string }) {
  const { t } = useTranslation();
  const save = useMutation({
    mutationFn: async () => {
      const rows = await readLedger(organizationId);
      saveCsv(
        [
          ['time', 'type', 'reference_type', 'reference', 'description', 'credits', 'balance'],
          ...rows.map(({ at, type, reference, description, credits, balanceAfter }) => [
            ...[at, type, reference.type, reference.id, description],
            ...[credits, balanceAfter],
          ]),
        ],
        'credits.csv',
      );
    },
  });
  return (
    <>
      {save.error && <ProblemNotice error={save.error} />}
      <div>
        <Button kind="secondary" isPending={save.isPending} onPress={() => save.mutate()}>
          {t('usage.download')}
        </Button>
      </div>
    </>
  );
}
