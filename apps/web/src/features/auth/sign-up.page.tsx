import { LIMITS } from '@parlance/contracts/limits';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { signUp } from './auth.queries.ts';
import { AuthFrame } from './auth-frame.tsx';
import { EmailField } from './email-field.tsx';
import { MailAgain } from './mail-again.tsx';
import { MailFiles } from './mail-files.tsx';
import { PasswordField } from './password-field.tsx';

export function SignUpPage() {
  const { t } = useTranslation();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  if (mailedTo !== null) {
    return (
      <AuthFrame title={t('auth.checkMail')}>
        <p>{t('auth.checkMailText', { email: mailedTo })}</p>
        <MailFiles />
        <MailAgain email={mailedTo} />
        <p>
          <Link to="/sign-in">{t('auth.signIn')}</Link>
        </p>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('auth.signUp')}>
      <CallForm
        button={t('auth.signUp')}
        call={async ({ name = '', email = '', password = '' }) => {
          await signUp({ name, email, password });
          setMailedTo(email);
        }}
      >
        <Field label={t('auth.name')} name="name" autoComplete="name" isRequired autoFocus />
        <EmailField />
        <PasswordField
          hint={t('auth.passwordRule', { count: LIMITS.passwordMinLength })}
          autoComplete="new-password"
          minLength={LIMITS.passwordMinLength}
        />
      </CallForm>
      <p>
        {t('auth.haveAccount')} <Link to="/sign-in">{t('auth.signIn')}</Link>
      </p>
    </AuthFrame>
  );
}
