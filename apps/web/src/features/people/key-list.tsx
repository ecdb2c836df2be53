import type { ApiKey } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { actorName } from '../../lib/words/actor-name.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import entries from '../../ui/display/entries.module.css';

/** Keys with their scopes, their last use, and a button that revokes each. */
export function KeyList({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[];
  onRevoke(key: ApiKey): void;
}) {
  const { t } = useTranslation();
  const day = (time: string) => new Date(time);
  return (
    <ul className={entries.list}>
      {keys.map((key) => (
        <li key={key.id} className={entries.entry}>
          <div className={entries.who}>
            <span className={entries.name}>
              <bdi>{key.name}</bdi>
              <code dir="ltr">{key.prefix}…</code>
              {key.personal && <Badge kind="neutral">{t('keys.personal')}</Badge>}
            </span>
            <span className={entries.note}>
              {t('keys.madeBy', { name: actorName(key.createdBy), time: day(key.createdAt) })}
              {' · '}
              {key.lastUsedAt === null
                ? t('keys.neverUsed')
                : t('keys.used', { time: day(key.lastUsedAt) })}
              {' · '}
              {key.expiresAt === null
                ? t('keys.noExpiry')
                : t('keys.expires', { time: day(key.expiresAt) })}
            </span>
            <span className={entries.note}>
              {key.scopes
                .map((scope) => t(`members.scopes.${scope}`, { nsSeparator: false }))
                .join(' · ')}
            </span>
            {key.projectIds && (
              <span className={entries.note}>
                {t('keys.projects', { count: key.projectIds.length })}
              </span>
            )}
          </div>
          <div className={entries.actions}>
            <Button
              kind="quiet"
              aria-label={t('keys.revokeNamed', { name: key.name })}
              onPress={() => onRevoke(key)}
            >
              {t('keys.revoke')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
