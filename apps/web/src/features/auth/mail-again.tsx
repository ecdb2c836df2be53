import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { mailVerificationLink } from './auth.queries.ts';

export function MailAgain({ email }: { email: string }) {
  const { t } = useTranslation();
  const mail = useMutation({ mutationFn: () => mailVerificationLink(email) });
  if (mail.isSuccess) return <Notice kind="success">{t('auth.mailed', { email })}</Notice>;
  return (
    <>
      {mail.error && <ProblemNotice error={mail.error} />}
      <Button kind="secondary" isPending={mail.isPending} onPress={() => mail.mutate()}>
        {t('auth.mailAgain')}
      </Button>
    </>
  );
}
