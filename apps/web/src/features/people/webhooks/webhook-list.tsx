import type { Webhook } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../../lib/locale/code-name.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Menu } from '../../../ui/dialog/menu.tsx';
import entries from '../../../ui/display/entries.module.css';
import { eventText } from './answer-text.ts';

/** An action that the user can perform on a webhook. */
export type WebhookAction = 'edit' | 'test' | 'rotate' | 'enable' | 'disable' | 'delete';

/** Webhooks with their state and a menu of actions. */
export function WebhookList({
  webhooks,
  onDeliveries,
  onAction,
}: {
  webhooks: readonly Webhook[];
  onDeliveries(webhook: Webhook): void;
  onAction(webhook: Webhook, action: WebhookAction): void;
}) {
  const { t } = useTranslation();
  const actionsOf = ({ kind, disabledAt }: Webhook): WebhookAction[] => [
    'test',
    'edit',
    ...(kind === 'standard' ? (['rotate'] as const) : []),
    disabledAt === null ? 'disable' : 'enable',
    'delete',
  ];
  return (
    <ul className={entries.list}>
      {webhooks.map((webhook) => (
        <li key={webhook.id} className={entries.entry}>
          <div className={entries.who}>
            <span className={entries.name}>
              <bdi>{nameOf(webhook)}</bdi>
              {webhook.disabledAt !== null && (
                <Badge kind="problem">{t('webhooks.disabled')}</Badge>
              )}
              {webhook.disabledAt === null && webhook.failingSince !== null && (
                <Badge kind="problem">{t('webhooks.failing')}</Badge>
              )}
            </span>
            <WebhookNotes webhook={webhook} />
          </div>
          <div className={entries.actions}>
            <Button kind="secondary" onPress={() => onDeliveries(webhook)}>
              {t('webhooks.deliveries')}
            </Button>
            <Menu
              label="⋯"
              name={t('webhooks.actions', { name: nameOf(webhook) })}
              entries={actionsOf(webhook).map((action) => ({
                id: action,
                label: t(`webhooks.${action}`),
                run: () => onAction(webhook, action),
              }))}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns the description of a webhook, or its address without one. */
export const nameOf = ({ description, url }: Webhook): string => description || url;

function WebhookNotes({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const { description, url, kind, events, projectIds, localeCodes, createdAt } = webhook;
  const facts = [
    ...(kind === 'standard' ? [] : [t(`webhooks.kinds.${kind}`)]),
    ...(projectIds ? [t('webhooks.projects', { count: projectIds.length })] : []),
    ...(localeCodes ? [localeCodes.map(codeLabel).join(', ')] : []),
    ...(webhook.includeTexts ? [t('webhooks.withTexts')] : []),
    ...(webhook.digestAt ? [t('webhooks.digestAt', { time: webhook.digestAt })] : []),
    t('webhooks.made', { time: new Date(createdAt) }),
  ];
  return (
    <>
      {description !== '' && (
        <span className={entries.note}>
          <bdi dir="ltr">{url}</bdi>
        </span>
      )}
      <span className={entries.note}>{events.map(eventText).join(' · ')}</span>
      <span className={entries.note}>{facts.join(' · ')}</span>
      {webhook.disabledReason !== null && (
        <span className={entries.note}>{t(`webhooks.reasons.${webhook.disabledReason}`)}</span>
      )}
      {webhook.disabledAt === null && webhook.failingSince !== null && (
        <span className={entries.note}>
          {t('webhooks.failingSince', { time: new Date(webhook.failingSince) })}
        </span>
      )}
    </>
  );
}
