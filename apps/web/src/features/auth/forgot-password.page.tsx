import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/call-form.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { mailPasswordLink } from './auth.queries.ts';
import { AuthFrame } from './auth-frame.tsx';

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
          <Field
            label={t('auth.email')}
            name="email"
            type="email"
            autoComplete="username"
            isRequired
          />
        </CallForm>
      ) : (
        <Notice kind="success">{t('auth.linkMailed', { email: mailedTo })}</Notice>
      )}
      <p>
        <Link to="/sign-in">{t('auth.signIn')}</Link>
      </p>
    </AuthFrame>
  );
}
