import type { AccountLoss } from '@parlance/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listNames } from '../../lib/losses.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { Check } from '../../ui/form/choice.tsx';
import { Field } from '../../ui/form/field.tsx';
import { deactivate } from './account.queries.ts';

/** Asks for confirmation before the account is deleted, and again if anything would be lost with it. */
export function EndAccount({
  email,
  onClose,
  onEnded,
}: {
  email: string;
  onClose(): void;
  /** Called after the account was deleted. */
  onEnded(): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [losses, setLosses] = useState<readonly AccountLoss[]>([]);
  const [isAccepted, setAccepted] = useState(false);
  const isTyped = password !== '' && typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <Confirm
      title={t('account.endTitle')}
      text={t('account.endConfirm', { email })}
      button={t('account.deactivate')}
      cancel={t('account.cancel')}
      isReady={isTyped && (losses.length === 0 || isAccepted)}
      call={async () => {
        const found = await deactivate(password, isAccepted);
        if (found.length === 0) onEnded();
        setLosses(found);
        return found.length === 0;
      }}
      onClose={onClose}
    >
      <Field label={t('account.typeEmail')} value={typed} onChange={setTyped} autoFocus />
      <Field
        label={t('account.password')}
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
      />
      <div role="status">
        {losses.length > 0 && (
          <>
            <p>{t('account.losses')}</p>
            <ul>
              {losses.map((loss) => (
                <li key={loss.organizationId}>
                  <Loss loss={loss} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {losses.length > 0 && (
        <Check isChecked={isAccepted} onChange={setAccepted}>
          {t('account.acceptLosses')}
        </Check>
      )}
    </Confirm>
  );
}

/** Shows an organization with everything that it would lose. */
function Loss({ loss }: { loss: AccountLoss }) {
  const { t, i18n } = useTranslation();
  const { name, ends, projects, projectCount, apiKeys, apiKeyCount } = loss;
  const list = (names: readonly string[], count: number) => listNames(names, count, i18n.language);
  return (
    <>
      <strong>{name}</strong>: {t(ends ? 'account.organizationEnds' : 'account.organizationStays')}
      {projects.length > 0 && (
        <> {t('account.lostProjects', { names: list(projects, projectCount) })}</>
      )}
      {apiKeys.length > 0 && <> {t('account.lostKeys', { names: list(apiKeys, apiKeyCount) })}</>}
    </>
  );
}
