import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { CellText } from '../grid/cell.tsx';
import css from './panel.module.css';
import type { PanelProps } from './registry.ts';

/** What a translator has to know about a key, and its texts in the other locales that are shown. */
export function Context({ row, locale, locales, settings, link }: PanelProps) {
  const { t } = useTranslation();
  const texts = locales
    .filter(({ code }) => code !== locale.code)
    .map((other) => ({ other, cell: other.isSource ? row.source : row.values[other.code] }));
  return (
    <dl className={css.facts}>
      <dt>{t('editor.context.key')}</dt>
      <dd>
        <code dir="auto">{row.key}</code>
        <Button
          kind="quiet"
          onPress={() =>
            void navigator.clipboard
              .writeText(link)
              .then(() => toast(t('editor.context.linkCopied')))
          }
        >
          {t('editor.context.copyLink')}
        </Button>
      </dd>
      <dt>{t('editor.context.description')}</dt>
      <dd dir="auto">{row.description || t('editor.context.noDescription')}</dd>
      {!row.translatable && <dd>{t('editor.context.untranslatable')}</dd>}
      {row.maxLength !== null && <dd>{t('editor.context.maxLength', { count: row.maxLength })}</dd>}
      {row.tags.length > 0 && (
        <>
          <dt>{t('editor.context.tags')}</dt>
          <dd dir="auto">{row.tags.join(', ')}</dd>
        </>
      )}
      {texts.map(({ other: { code, name, direction, isSource }, cell }) =>
        cell ? (
          <div key={code} className={css.fact}>
            <dt>{isSource ? t('editor.context.source', { locale: name }) : name}</dt>
            <dd>
              <CellText
                text={cell.text}
                format={settings.messageFormat}
                locale={code}
                dir={direction}
              />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
