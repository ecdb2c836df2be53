import { isParlanceError } from '@parlance/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { signIn } from './auth.queries.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { MailAgain } from './mail-again.tsx';
import { PasswordField } from './password-field.tsx';

export function SignInPage({ onDone }: { onDone(): Promise<void> }) {
  const { t } = useTranslation();
  const [unverified, setUnverified] = useState<string | null>(null);
  const [email, setEmail] = useState('');
  return (
    <AuthFrame title={t('auth.signIn')}>
      <CallForm
        button={t('auth.signIn')}
        onProblem={(error) =>
          setUnverified(isParlanceError(error, 'email_unverified') ? email : null)
        }
        call={async ({ password = '' }) => {
          await signIn({ email, password });
          await onDone();
        }}
      >
        <EmailField value={email} onChange={setEmail} autoFocus />
        <PasswordField autoComplete="current-password" />
      </CallForm>
      {unverified !== null && <MailAgain email={unverified} />}
      <p>
        <Link to="/forgot-password">{t('auth.forgot')}</Link>
      </p>
      <p>
        {t('auth.noAccount')} <Link to="/sign-up">{t('auth.signUp')}</Link>
      </p>
    </AuthFrame>
  );
}
