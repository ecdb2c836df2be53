import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { useRested } from '../../../ui/hooks/use-rested.ts';
import { toast } from '../../../ui/toast/toast.tsx';
import { neighborsQuery } from '../editor.queries.ts';
import { CellText } from '../grid/text/cell-text.tsx';
import css from './panel.module.css';
import type { PanelProps } from './panel-props.ts';

/** Time that the focus rests on a row before its neighbors are loaded. */
const REST_MS = 120;

/** Shows the context of a key for translators, and its texts in the other displayed locales. */
export function Context({
  organizationId,
  projectId,
  row,
  locale,
  locales,
  settings,
  link,
  onCopy,
  onEditKey,
}: PanelProps) {
  const { t } = useTranslation();
  const source = locales.find(({ isSource }) => isSource)!;
  const { value: keyId } = useRested(row.keyId, row.keyId, REST_MS);
  const { data: neighbors = [] } = useQuery(
    neighborsQuery({ organizationId, projectId, locales: [locale.code] }, keyId),
  );
  const texts = locales
    .filter(({ code }) => code !== locale.code)
    .map((other) => ({ other, cell: other.isSource ? row.source : row.values[other.code] }));
  return (
    <dl className={css.facts}>
      <dt>{t('editor.context.key')}</dt>
      <dd className={css.key}>
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
        {onEditKey && (
          <Button kind="quiet" onPress={onEditKey}>
            {t('editor.keys.edit')}
          </Button>
        )}
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
      {neighbors.length > 0 && (
        <>
          <dt>{t('editor.context.neighbors')}</dt>
          <dd>
            <ul className={css.neighbors}>
              {neighbors.map((near) => (
                <li key={near.keyId}>
                  <code dir="auto">{near.key}</code>
                  {[near.source, locale.isSource ? null : near.values[locale.code]].map(
                    (cell, index) =>
                      cell && (
                        <div key={cell.id} className={css.fact}>
                          <CellText
                            isWhole
                            text={cell.text}
                            format={settings.messageFormat}
                            locale={index === 0 ? source.code : locale.code}
                            dir={index === 0 ? source.direction : locale.direction}
                          />
                        </div>
                      ),
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
      {texts.map(({ other: { code, name, direction, isSource }, cell }) =>
        cell ? (
          <div key={code} className={css.fact}>
            <dt>{isSource ? t('editor.context.source', { locale: name }) : name}</dt>
            <dd>
              <CellText
                isWhole
                text={cell.text}
                format={settings.messageFormat}
                locale={code}
                dir={direction}
              />
              {!locale.isSource && (
                <Button
                  kind="quiet"
                  aria-label={t('editor.context.copyNamed', { locale: name })}
                  onPress={() => onCopy(code)}
                >
                  {t('editor.context.copy')}
                </Button>
              )}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
