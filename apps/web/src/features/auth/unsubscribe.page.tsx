import '../../i18n/parts/inbox.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unsubscribedKinds } from '../../lib/unsubscribed-kinds.ts';
import { CallForm } from '../../ui/form/call-form.tsx';
import { Notice } from '../../ui/notice/notice.tsx';
import { endMails } from './auth.queries.ts';
import { AuthFrame } from './auth-frame.tsx';

/**
 * Unsubscribes a user from mails without a session. Opening the link in a mail does not
 * unsubscribe, because programs also open links.
 */
export function UnsubscribePage({ token }: { token: string | undefined }) {
  const { t } = useTranslation();
  const [isDone, setDone] = useState(false);
  const kinds = unsubscribedKinds(token ?? '');
  return (
    <AuthFrame title={t('unsubscribe.title')}>
      {token === undefined && <Notice kind="problem">{t('unsubscribe.broken')}</Notice>}
      {token !== undefined && !isDone && (
        <>
          <p>{t('unsubscribe.text')}</p>
          <Kinds kinds={kinds} />
          <CallForm
            button={t('unsubscribe.button')}
            call={async () => {
              await endMails(token);
              setDone(true);
            }}
          >
            {null}
          </CallForm>
        </>
      )}
      {isDone && (
        <>
          <Notice kind="success">{t('unsubscribe.done')}</Notice>
          <Kinds kinds={kinds} />
        </>
      )}
      <p>
        <Link to="/account">{t('unsubscribe.account')}</Link>
      </p>
    </AuthFrame>
  );
}

function Kinds({ kinds }: { kinds: ReturnType<typeof unsubscribedKinds> }) {
  const { t } = useTranslation();
  return (
    <ul>
      {kinds.map((kind) => (
        <li key={kind}>{t(`inbox.choices.${kind}`)}</li>
      ))}
    </ul>
  );
}
