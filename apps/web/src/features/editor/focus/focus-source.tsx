import type { Locale, Row } from '@parlance/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import page from '../../../ui/page/page.module.css';
import { wholeCellQuery } from '../cell/cell.queries.ts';
import type { EditorSettings, OpenCell } from '../cell/open-cell.ts';
import { CellText } from '../grid/text/cell-text.tsx';
import css from './focus-view.module.css';

/** The name of a key, with its description and other properties. */
export function KeyDetails({
  row: { key, description, tags, maxLength },
  onEdit,
}: {
  row: Row;
  /** Opens the dialog for the key. Null if the user's role may only read. */
  onEdit: (() => void) | null;
}) {
  const { t } = useTranslation();
  return (
    <header>
      <div className={page.head}>
        <h2 className={css.key} dir="auto">
          {key}
        </h2>
        {onEdit && (
          <Button kind="quiet" onPress={onEdit}>
            {t('editor.keys.edit')}
          </Button>
        )}
      </div>
      {description !== '' && (
        <p className={css.note} dir="auto">
          {description}
        </p>
      )}
      {(tags.length > 0 || maxLength !== null) && (
        <p className={css.note}>
          {[
            ...tags,
            ...(maxLength === null ? [] : [t('editor.focus.maxLength', { count: maxLength })]),
          ].join(' · ')}
        </p>
      )}
    </header>
  );
}

/** The source string, or the source strings of the forms of a plural family. */
export function SourceTexts({
  row: { source, family },
  cells,
  locale,
  settings,
}: {
  row: Row;
  cells: readonly OpenCell[];
  locale: Locale;
  settings: EditorSettings;
}) {
  const { t } = useTranslation();
  const forms = family && source?.forms;
  return (
    <dl className={css.source}>
      <dt className={css.label}>
        <bdi>{locale.name}</bdi> <code>{locale.code}</code>
      </dt>
      {forms?.map(({ category, text }) => (
        <dd key={category}>
          <span className={css.note}>{t(`cell.form.${category}`)}</span>
          <SourceText text={text} locale={locale} settings={settings} />
        </dd>
      ))}
      {!forms &&
        (source === null ? (
          <dd className={css.note}>{t('editor.noSource')}</dd>
        ) : cells[0] === undefined ? (
          <dd>
            <SourceText text={source.text} locale={locale} settings={settings} />
          </dd>
        ) : (
          <WholeSource cell={cells[0]} locale={locale} settings={settings} />
        ))}
    </dl>
  );
}

/** Reads the complete source string if the row contains only its beginning. */
function WholeSource({
  cell,
  ...rest
}: {
  cell: OpenCell;
  locale: Locale;
  settings: EditorSettings;
}) {
  const { data: whole = cell } = useQuery(wholeCellQuery(cell));
  return (
    <dd>
      <SourceText text={whole.source.text} {...rest} />
    </dd>
  );
}

function SourceText({
  text,
  locale: { code, direction },
  settings,
}: {
  text: string;
  locale: Locale;
  settings: EditorSettings;
}) {
  return (
    <CellText isWhole text={text} format={settings.messageFormat} locale={code} dir={direction} />
  );
}
