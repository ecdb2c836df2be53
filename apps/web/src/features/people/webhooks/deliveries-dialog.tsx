import type { Webhook, WebhookDelivery } from '@parlance/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowsOf } from '../../../lib/paged-query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import entries from '../../../ui/display/entries.module.css';
import { MoreButton } from '../../../ui/display/more-button.tsx';
import { ProblemNotice } from '../../../ui/notice/problem-notice.tsx';
import { Empty } from '../../../ui/page/page.tsx';
import { toast } from '../../../ui/toast/toast.tsx';
import { answerText, eventText } from './answer-text.ts';
import { nameOf } from './webhook-list.tsx';
import css from './webhooks.module.css';
import { deliveriesQuery, redeliver } from './webhooks.queries.ts';

const BADGES = { pending: 'neutral', delivered: 'active', failed: 'problem' } as const;

/** The deliveries of a webhook with the answers to them. Each can be sent again. */
export function DeliveriesDialog({
  organizationId,
  webhook,
  onClose,
}: {
  organizationId: string;
  webhook: Webhook;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = deliveriesQuery(organizationId, webhook.id);
  const list = useInfiniteQuery(query);
  const deliveries = rowsOf(list);
  const [problem, setProblem] = useState<unknown>(null);
  const send = async ({ id }: WebhookDelivery): Promise<void> => {
    setProblem(null);
    try {
      const sent = await redeliver(organizationId, webhook.id, id);
      await queries.invalidateQueries({ queryKey: query.queryKey });
      toast(t('webhooks.sentAgain', { answer: answerText(sent) }));
    } catch (error) {
      setProblem(error);
    }
  };
  const error = problem ?? list.error;
  return (
    <Dialog
      close={t('close')}
      title={t('webhooks.deliveriesOf', { name: nameOf(webhook) })}
      isOpen
      isWide
      onClose={onClose}
    >
      {error !== null && <ProblemNotice error={error} />}
      {deliveries.length === 0 && !list.isPending && <Empty text={t('webhooks.noDeliveries')} />}
      <ul className={entries.list}>
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} delivery={delivery} onSend={() => send(delivery)} />
        ))}
      </ul>
      <MoreButton list={list} text={t('more')} />
    </Dialog>
  );
}

function Delivery({ delivery, onSend }: { delivery: WebhookDelivery; onSend(): Promise<void> }) {
  const { t } = useTranslation();
  const [isPending, setPending] = useState(false);
  const { id, event, status, attempts, createdAt, nextAttemptAt, answer, body } = delivery;
  const notes = [
    t('webhooks.at', { time: new Date(createdAt) }),
    ...(attempts > 0 ? [t('webhooks.attempts', { count: attempts })] : []),
    ...(nextAttemptAt === null ? [] : [t('webhooks.next', { time: new Date(nextAttemptAt) })]),
    answerText(delivery),
  ].filter((note) => note !== '');
  const send = async (): Promise<void> => {
    setPending(true);
    await onSend();
    setPending(false);
  };
  return (
    <li className={entries.entry}>
      <div className={entries.who}>
        <span className={entries.name}>
          {eventText(event)}
          <Badge kind={BADGES[status]}>{t(`webhooks.status.${status}`)}</Badge>
        </span>
        <span className={entries.note}>{notes.join(' · ')}</span>
        {answer !== null && answer !== '' && <Sent name={t('webhooks.answer')} text={answer} />}
        <Sent name={t('webhooks.body')} text={body} />
      </div>
      <div className={entries.actions}>
        <Button
          kind="quiet"
          isPending={isPending}
          aria-label={t('webhooks.againNamed', { id })}
          onPress={() => void send()}
        >
          {t('webhooks.again')}
        </Button>
      </div>
    </li>
  );
}

/** Shows a text of the request or of the response to it, collapsed. */
function Sent({ name, text }: { name: string; text: string }) {
  return (
    <details className={entries.note}>
      <summary>{name}</summary>
      <pre dir="ltr" className={css.sent}>
        {text}
      </pre>
    </details>
  );
}
