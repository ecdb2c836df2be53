import type { Member } from '@parlance/contracts';
import type { AccountLoss } from '@parlance/sdk';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listNames } from '../../lib/losses.ts';
import { Confirm } from '../../ui/dialog/confirm.tsx';
import { Check } from '../../ui/form/choice.tsx';
import { removeMember } from './people.queries.ts';

/** Asks for confirmation before a member is removed or leaves, and again if programs would lose API keys. */
export function LeaveDialog({
  organization,
  member: { userId, name },
  isOwn,
  onRemoved,
  onClose,
}: {
  organization: { id: string; name: string };
  member: Member;
  /** True if the member is the signed-in user. */
  isOwn: boolean;
  onRemoved(): Promise<void>;
  onClose(): void;
}) {
  const { t, i18n } = useTranslation();
  const [losses, setLosses] = useState<readonly AccountLoss[]>([]);
  const [isAccepted, setAccepted] = useState(false);
  const of = { name, organization: organization.name };
  return (
    <Confirm
      title={isOwn ? t('members.leaveTitle', of) : t('members.removeTitle', of)}
      text={isOwn ? t('members.leaveText') : t('members.removeText', of)}
      button={t(isOwn ? 'members.leave' : 'members.remove')}
      cancel={t('members.cancel')}
      isReady={losses.length === 0 || isAccepted}
      call={async () => {
        const found = await removeMember(organization.id, userId, isAccepted);
        setLosses(found);
        if (found.length > 0) return false;
        return onRemoved();
      }}
      onClose={onClose}
    >
      <div role="status">
        {losses.map(({ organizationId, apiKeys, apiKeyCount }) => {
          const names = listNames(apiKeys, apiKeyCount, i18n.language);
          return (
            <p key={organizationId}>
              {isOwn ? t('members.ownKeysEnd', { names }) : t('members.keysEnd', { name, names })}
            </p>
          );
        })}
      </div>
      {losses.length > 0 && (
        <Check isChecked={isAccepted} onChange={setAccepted}>
          {t('members.endKeys')}
        </Check>
      )}
    </Confirm>
  );
}
