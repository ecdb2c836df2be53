import type { ChangeItem } from '@parlance/contracts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../lib/locale/code-name.ts';
import entries from '../../ui/display/entries.module.css';
import { WordDiff } from '../../ui/display/word-diff.tsx';
import css from './changes.module.css';
import { groupFamilies } from './group-families.ts';

/** The keys and values of a change, each with its state before and after. */
export function ChangeItems({
  items,
  isNested = false,
  changeIdOf,
}: {
  items: readonly ChangeItem[];
  /** True in a list of changes. */
  isNested?: boolean;
  /**
   * Returns the id of the change of a form. Set if the forms come from several changes. Each form
   * then links to its change.
   */
  changeIdOf?(item: ChangeItem): string;
}) {
  const { t } = useTranslation();
  return (
    <ul className={isNested ? css.nested : entries.list}>
      {groupFamilies(items).map(({ family, items: own }) => {
        const [item] = own;
        const isFamily = family !== null && (own.length > 1 || changeIdOf !== undefined);
        const name = isFamily ? family : item.key;
        return (
          <li
            key={`${item.kind} ${item.keyId} ${item.locale}`}
            className={isNested ? css.item : entries.stack}
          >
            <p className={entries.head}>
              <Link
                from="/o/$org/p/$project"
                to="/o/$org/p/$project/k/$keyId"
                params={{ keyId: item.keyId }}
                search={item.locale === null ? {} : { l: item.locale }}
                dir="auto"
              >
                {name}
              </Link>
              <span className={entries.note}>
                {item.locale === null ? t(`changes.effects.${item.kind}`) : codeLabel(item.locale)}
              </span>
            </p>
            {own.map((one) => (
              <div key={one.keyId} className={isFamily ? entries.head : undefined}>
                {isFamily && (
                  <FormName changeId={changeIdOf?.(one)}>{one.key.slice(name.length + 1)}</FormName>
                )}
                <Effect item={one} />
              </div>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** The category of a plural form, as a link to the change of the form if `changeId` is given. */
function FormName({ changeId, children }: { changeId: string | undefined; children: string }) {
  const name = <code className={entries.note}>{children}</code>;
  if (changeId === undefined) return name;
  return (
    <Link from="/o/$org/p/$project" to="/o/$org/p/$project/changes/$changeId" params={{ changeId }}>
      {name}
    </Link>
  );
}

/** The fields or the text of an item before and after the change. */
function Effect({
  item: { locale, before, after, isPurged, keyBefore, keyAfter },
}: {
  item: ChangeItem;
}) {
  const { t, i18n } = useTranslation();
  if (isPurged) return <p className={entries.note}>{t('changes.purged')}</p>;
  if (keyBefore && keyAfter) {
    const names = Object.keys(keyAfter) as (keyof typeof keyAfter)[];
    const shown = (value: unknown) =>
      Array.isArray(value) ? value.join(', ') : String(value ?? t('changes.unset'));
    return names.map((name) => (
      <p key={name} className={entries.note}>
        {t(`changes.fields.${name}`)}: <del>{shown(keyBefore[name])}</del>{' '}
        <ins>{shown(keyAfter[name])}</ins>
      </p>
    ));
  }
  if (locale === null) return null;
  return (
    <>
      <p>
        <WordDiff
          before={before?.text ?? ''}
          after={after?.text ?? ''}
          locale={locale}
          dir={i18n.dir(locale)}
        />
      </p>
      {before?.state !== after?.state && (
        <p className={entries.note}>
          {before ? t(`changes.states.${before.state}`) : t('changes.missing')} →{' '}
          {after ? t(`changes.states.${after.state}`) : t('changes.missing')}
        </p>
      )}
    </>
  );
}
