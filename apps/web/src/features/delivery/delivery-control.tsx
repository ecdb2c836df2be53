import '../../i18n/parts/delivery.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/dialog/confirm-name.tsx';
import entries from '../../ui/display/entries.module.css';
import { ProblemNotice } from '../../ui/notice/problem-notice.tsx';
import { toast } from '../../ui/toast/toast.tsx';
import { type DeliveryTarget, deliveryQuery, setDelivery } from './delivery.queries.ts';

interface Delivered extends DeliveryTarget {
  readonly name: string;
}

/** Stops the delivery of a project or an environment after the user has typed its name, and resumes it. */
export function DeliveryControl({
  stoppedAt,
  ...target
}: Delivered & {
  /** Time at which delivery was stopped. Null while apps get the last release. */
  stoppedAt: string | null;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { name } = target;
  const resume = useMutation({
    mutationFn: () => setDelivery(target, false),
    onSuccess: async () => {
      await queries.invalidateQueries();
      toast(t('delivery.didResume', { name }));
    },
  });
  return (
    <>
      <p className={entries.note}>
        {stoppedAt === null
          ? t('delivery.running')
          : t('delivery.stopped', { time: new Date(stoppedAt) })}
      </p>
      {resume.error && <ProblemNotice error={resume.error} />}
      <div>
        {stoppedAt === null ? (
          <Button
            kind="danger"
            aria-label={t('delivery.stopNamed', { name })}
            onPress={() => setAsking(true)}
          >
            {t('delivery.stop')}
          </Button>
        ) : (
          <Button
            kind="secondary"
            aria-label={t('delivery.resumeNamed', { name })}
            isPending={resume.isPending}
            onPress={() => resume.mutate()}
          >
            {t('delivery.resume')}
          </Button>
        )}
      </div>
      {isAsking && <StopDelivery {...target} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Shows how many requests a stop would affect, before it is confirmed. */
function StopDelivery({ name, onClose, ...target }: Delivered & { onClose(): void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data } = useQuery(deliveryQuery(target));
  const text = [
    t('delivery.text'),
    ...(data ? [t('delivery.requests', { count: data.requestsLastDay })] : []),
    ...(data?.hasOtherReaders ? [t('delivery.others')] : []),
  ];
  return (
    <ConfirmName
      title={t('delivery.stopTitle', { name })}
      text={text.join(' ')}
      name={name}
      label={t('delivery.typeName', { name })}
      button={t('delivery.stop')}
      cancel={t('delivery.keep')}
      call={async () => {
        await setDelivery(target, true);
        await queries.invalidateQueries();
        toast(t('delivery.didStop', { name }));
      }}
      onClose={onClose}
    />
  );
}
