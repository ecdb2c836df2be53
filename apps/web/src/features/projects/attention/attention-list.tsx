import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import entries from '../../../ui/display/entries.module.css';
import { Section } from '../../../ui/page/page.tsx';

const MAX_SHOWN = 6;

/** A task for the user, with a link to the page for it. */
export interface Attention {
  readonly key: string;
  readonly link: ReactNode;
  /** Name of the project or the environment. */
  readonly of?: string;
}

/**
 * The next tasks, the most urgent first. `items` is null while it is loading. The space of one entry is then reserved.
 */
export function AttentionList({ items }: { items: readonly Attention[] | null }) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  if (items === null) {
    return (
      <Section title={t('attention.title')}>
        <p role="status" className={entries.entry}>
          {t('loading')}
        </p>
      </Section>
    );
  }
  return (
    <Section title={t('attention.title')}>
      {items.length === 0 && <p className={entries.note}>{t('attention.none')}</p>}
      {items.length > 0 && (
        <ul className={entries.list}>
          {items.slice(0, isWhole ? undefined : MAX_SHOWN).map(({ key, link, of }) => (
            <li key={key} className={entries.entry}>
              {link}
              {of !== undefined && <bdi className={entries.note}>{of}</bdi>}
            </li>
          ))}
        </ul>
      )}
      {items.length > MAX_SHOWN && !isWhole && (
        <div>
          <Button kind="secondary" onPress={() => setWhole(true)}>
            {t('more')}
          </Button>
        </div>
      )}
    </Section>
  );
}
