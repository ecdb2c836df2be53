import type { Webhook, WebhookWithSecret } from '@parlance/contracts';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/dialog/confirm.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { deleteWebhook, rotateWebhook } from './webhooks.queries.ts';

/** Asks for confirmation before a webhook is deleted or gets a new secret. */
export function WebhookConfirm({
  organizationId,
  webhook,
  kind,
  onDone,
  onRotated,
  onClose,
}: {
  organizationId: string;
  webhook: Webhook;
  kind: 'delete' | 'rotate';
  onDone(): Promise<unknown>;
  onRotated(rotated: WebhookWithSecret): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const call = async (): Promise<WebhookWithSecret | null> => {
    if (kind === 'rotate') return rotateWebhook(organizationId, webhook.id);
    await deleteWebhook(organizationId, webhook.id);
    toast(t('webhooks.deleted'));
    return null;
  };
  return (
    <Confirm
      title={t(`webhooks.${kind}Title`)}
      text={t(`webhooks.${kind}Text`)}
      button={t(`webhooks.${kind}`)}
      cancel={t('members.cancel')}
      call={async () => {
        const rotated = await call();
        await onDone();
        // The dialog closes after the call. The new secret is shown only after that.
        if (rotated) setTimeout(() => onRotated(rotated));
      }}
      onClose={onClose}
    />
  );
}
