import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveCsv } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';

/** A button that downloads the whole list, not only the displayed rows. */
export function CsvButton({
  name,
  read,
}: {
  name: string;
  read(): Promise<Parameters<typeof saveCsv>[0]>;
}) {
  const { t } = useTranslation();
  const save = useMutation({ mutationFn: async () => saveCsv(await read(), name) });
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
