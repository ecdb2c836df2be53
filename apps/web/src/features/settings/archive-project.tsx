import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmName } from '../../ui/dialog/confirm-name.tsx';
import entries from '../../ui/display/entries.module.css';

/** Archives a project after its name was typed. */
export function ArchiveProject({ name, archive }: { name: string; archive(): Promise<void> }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className={entries.note}>{t('settings.archiveText')}</p>
      <div>
        <Button kind="danger" onPress={() => setAsking(true)}>
          {t('settings.archive')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmName
          title={t('settings.archiveTitle', { name })}
          text={t('settings.archiveConfirm')}
          name={name}
          label={t('settings.typeName', { name })}
          button={t('settings.archive')}
          cancel={t('settings.keep')}
          call={archive}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
