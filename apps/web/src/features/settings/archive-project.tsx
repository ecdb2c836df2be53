import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import entries from '../../ui/entries.module.css';
import { Field } from '../../ui/field.tsx';

/** Archives a project once its name is typed. */
export function ArchiveProject({ name, archive }: { name: string; archive(): Promise<void> }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  return (
    <>
      <p className={entries.note}>{t('settings.archiveText')}</p>
      <div>
        <Button kind="danger" onPress={() => setAsking(true)}>
          {t('settings.archive')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('settings.archiveTitle', { name })}
          text={t('settings.archiveConfirm')}
          button={t('settings.archive')}
          cancel={t('settings.keep')}
          isReady={typed.trim() === name.trim()}
          call={archive}
          onClose={() => {
            setAsking(false);
            setTyped('');
          }}
        >
          <Field
            label={t('settings.typeName', { name })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            autoFocus
          />
        </Confirm>
      )}
    </>
  );
}
