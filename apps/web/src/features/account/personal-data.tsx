import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { Section } from '../../ui/page/page.tsx';
import { exportPersonalData } from './account.queries.ts';

/** Downloads everything that the service stores about the user. */
export function PersonalData() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => saveFile(await exportPersonalData(), 'personal-data.json'),
  });
  return (
    <Section id="data" title={t('account.data')}>
      <p className={entries.note}>{t('account.dataText')}</p>
      {error && <ProblemNotice error={error} />}
      <div>
        <Button kind="secondary" isPending={isPending} onPress={() => mutate()}>
          {t('account.saveData')}
        </Button>
      </div>
    </Section>
  );
}
