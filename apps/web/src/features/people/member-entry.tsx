import type { Member, Role } from '@parlance/contracts';
import { isLimitable } from '@parlance/contracts/scopes';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';
import { Choice } from '../../ui/form/choice.tsx';
import { LocaleLimits } from './locale-limits.tsx';

/** Shows a member with the role, the locales, and buttons for the actions that the user may perform. */
export function MemberEntry({
  member,
  isOwn,
  mayChange,
  isLastOwner,
  manages,
  grantable,
  onRole,
  onLocales,
  onLeave,
}: {
  member: Member;
  /** True for the signed-in user. */
  isOwn: boolean;
  mayChange: boolean;
  isLastOwner: boolean;
  /** True if the user manages members. */
  manages: boolean;
  grantable: readonly Role[];
  onRole(role: Role): void;
  onLocales(): void;
  onLeave(): void;
}) {
  const { t } = useTranslation();
  return (
    <li className={entries.entry}>
      <div className={entries.who}>
        <span className={entries.name}>
          <bdi>{member.name}</bdi>
          {isOwn && <Badge kind="neutral">{t('members.you')}</Badge>}
        </span>
        <span className={entries.note}>
          <bdi>{member.email}</bdi> · {t('members.joined', { time: new Date(member.joinedAt) })}
        </span>
        {isLimitable(member.role) && <LocaleLimits codes={member.localeCodes} />}
        {member.grants.length > 0 && (
          <span className={entries.note}>
            {t('members.grantCount', { count: member.grants.length })}
          </span>
        )}
        {manages && !mayChange && (
          <span className={entries.note}>
            {t(isLastOwner ? 'members.lastOwner' : 'members.onlyOwners')}
          </span>
        )}
      </div>
      <div className={entries.actions}>
        {mayChange ? (
          <Choice
            label={t('members.roleOf', { name: member.name })}
            isLabelHidden
            value={member.role}
            options={grantable.map((value) => ({
              value,
              label: t(`members.roles.${value}`),
            }))}
            onChange={onRole}
          />
        ) : (
          <Badge kind="neutral">{t(`members.roles.${member.role}`)}</Badge>
        )}
        {mayChange && isLimitable(member.role) && (
          <Button
            kind="quiet"
            aria-label={t('members.localesOf', { name: member.name })}
            onPress={onLocales}
          >
            {t('members.locales')}
          </Button>
        )}
        {(isOwn ? !isLastOwner : mayChange) && (
          <Button
            kind="quiet"
            aria-label={
              isOwn ? t('members.leave') : t('members.removeNamed', { name: member.name })
            }
            onPress={onLeave}
          >
            {t(isOwn ? 'members.leave' : 'members.remove')}
          </Button>
        )}
      </div>
    </li>
  );
}
