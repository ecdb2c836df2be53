import type { User } from '@parlance/sdk';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionEnd } from '../../lib/person/session-end.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CallForm } from '../../ui/form/call-form.tsx';
import { signIn } from './auth.queries.ts';
import { PasswordField } from './password-field.tsx';

/** Asks the same person to sign in again, in a dialog over the page, so that no work is lost. */
export function SignInAgain({ user: { email } }: { user: Pick<User, 'email'> }) {
  const { t } = useTranslation();
  const state = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.state);
  return (
    <Dialog
      close={t('close')}
      title={t('auth.ended')}
      isOpen={state === 'ended'}
      onClose={sessionEnd.postpone}
    >
      <p>{t('auth.endedText', { email })}</p>
      <CallForm
        button={t('auth.signIn')}
        call={async ({ password = '' }) => {
          await signIn({ email, password });
          sessionEnd.resume();
        }}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField autoComplete="current-password" autoFocus />
      </CallForm>
    </Dialog>
  );
}
