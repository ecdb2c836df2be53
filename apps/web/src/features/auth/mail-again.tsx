import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../lib/problem.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { mailVerificationLink } from './auth.queries.ts';

export function MailAgain({ email }: { email: string }) {
  const { t } = useTranslation();
  const mail = useMutation({ mutationFn: () => mailVerificationLink(email) });
  if (mail.isSuccess) return <Notice kind="success">{t('auth.mailed', { email })}</Notice>;
  return (
    <>
      {mail.error && <Notice kind="problem">{problemOf(mail.error).text}</Notice>}
      <Button kind="secondary" isPending={mail.isPending} onPress={() => mail.mutate()}>
        {t('auth.mailAgain')}
      </Button>
    </>
  );
}
