import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import css from './guidance.module.css';

/** Value of the choice that adds no engine. */
const NONE: string = '';

interface Move {
  readonly engine: string;
  readonly by: -1 | 1;
}

/** An ordered list of engines, each of which can be moved, removed or added, also by keyboard. */
export function EngineOrder({
  label,
  hint,
  engines,
  all,
  onChange,
}: {
  label: string;
  /** Explains which engines are used if the list is empty. */
  hint: string;
  engines: readonly string[];
  /** Names of the engines of the server. */
  all: readonly string[];
  onChange(engines: readonly string[]): void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState<Move | null>(null);
  const others = all.filter((name) => !engines.includes(name));
  // The browser takes the focus from a button whose row moves, or that is disabled at an end of the list.
  useEffect(() => {
    if (moved === null) return;
    const row = list.current?.querySelector(`[data-engine="${CSS.escape(moved.engine)}"]`);
    const buttons = [...(row?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
    const same = buttons.find(({ value }) => value === String(moved.by));
    (same ?? buttons[0])?.focus();
  }, [moved]);
  const move = (engine: string, by: -1 | 1) => {
    const at = engines.indexOf(engine);
    const order = engines.toSpliced(at, 1).toSpliced(at + by, 0, engine);
    onChange(order);
    setMoved({ engine, by });
  };
  return (
    <fieldset className={css.order}>
      <legend>{label}</legend>
      <p className={css.note}>{hint}</p>
      <ol ref={list} className={css.engines}>
        {engines.map((engine, index) => (
          <li key={engine} data-engine={engine} className={css.engine}>
            <span className={css.engineName}>
              <bdi>{engine}</bdi>
            </span>
            <Button
              kind="quiet"
              value="-1"
              aria-label={t('guidance.moveUp', { engine })}
              isDisabled={index === 0}
              onPress={() => move(engine, -1)}
            >
              ↑
            </Button>
            <Button
              kind="quiet"
              value="1"
              aria-label={t('guidance.moveDown', { engine })}
              isDisabled={index === engines.length - 1}
              onPress={() => move(engine, 1)}
            >
              ↓
            </Button>
            <Button
              kind="quiet"
              aria-label={t('guidance.remove', { engine })}
              onPress={() => onChange(engines.filter((name) => name !== engine))}
            >
              ✕
            </Button>
          </li>
        ))}
      </ol>
      <p role="status" className={css.status}>
        {moved !== null &&
          engines.includes(moved.engine) &&
          t('guidance.moved', {
            engine: moved.engine,
            position: engines.indexOf(moved.engine) + 1,
            total: engines.length,
          })}
      </p>
      {others.length > 0 && (
        <Choice
          label={t('guidance.addEngineTo', { list: label })}
          isLabelHidden
          value={NONE}
          options={[
            { value: NONE, label: t('guidance.addEngine') },
            ...others.map((value) => ({ value, label: value })),
          ]}
          onChange={(engine) => engine !== NONE && onChange([...engines, engine])}
        />
      )}
    </fieldset>
  );
}
