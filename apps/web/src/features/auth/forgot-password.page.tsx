import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { mailPasswordLink } from './auth.queries.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { MailFiles } from './mail-files.tsx';

export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  return (
    <AuthFrame title={t('auth.resetPassword')}>
      {mailedTo === null ? (
        <CallForm
          button={t('auth.mailLink')}
          call={async ({ email = '' }) => {
            await mailPasswordLink(email);
            setMailedTo(email);
          }}
        >
          <EmailField />
        </CallForm>
      ) : (
        <>
          <Notice kind="success">{t('auth.linkMailed', { email: mailedTo })}</Notice>
          <MailFiles />
        </>
      )}
      <p>
        <Link to="/sign-in">{t('auth.signIn')}</Link>
      </p>
    </AuthFrame>
  );
}
