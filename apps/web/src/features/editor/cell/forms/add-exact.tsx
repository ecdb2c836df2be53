import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/button.tsx';
import field from '../../../../ui/form/field.module.css';
import css from './forms.module.css';

/** Numbers for which a plural often has a separate text, such as "no items" and "an item". */
const USUAL = ['=0', '=1'];
const NUMBER = /^\d{1,9}$/;

/** Adds the text of an exact number to a plural. */
export function AddExact({
  keys,
  lines,
  onAdd,
}: {
  /** Keys of the options around the plural. */
  keys: readonly string[];
  /** Keys of the displayed options. */
  lines: readonly string[];
  onAdd(keys: readonly string[]): void;
}) {
  const { t } = useTranslation();
  const [number, setNumber] = useState('');
  const isValid = NUMBER.test(number) && !lines.includes(`=${Number(number)}`);
  return (
    <form
      className={css.exact}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid) return;
        onAdd([...keys, `=${Number(number)}`]);
        setNumber('');
      }}
    >
      {USUAL.filter((key) => !lines.includes(key)).map((key) => (
        <Button
          key={key}
          kind="quiet"
          aria-label={t('cell.icu.addNamed', { form: key })}
          onPress={() => onAdd([...keys, key])}
        >
          <bdi dir="ltr">+ {key}</bdi>
        </Button>
      ))}
      <span aria-hidden="true">=</span>
      <input
        aria-label={t('cell.icu.exact')}
        className={field.input}
        inputMode="numeric"
        maxLength={9}
        value={number}
        onChange={({ target }) => setNumber(target.value)}
      />
      <Button kind="quiet" type="submit" isDisabled={!isValid}>
        {t('cell.icu.add')}
      </Button>
    </form>
  );
}
