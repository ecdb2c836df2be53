import { type ReactNode, useId } from 'react';
import css from './field.module.css';

/** A select element with a few options. It is the native element, so that phones show their own list. */
export function Choice<Value extends string>({
  label,
  isLabelHidden = false,
  hint,
  value,
  options,
  onChange,
}: {
  label: string;
  /** True if the content beside the list already contains the label, which becomes the accessible name. */
  isLabelHidden?: boolean;
  hint?: string;
  value: Value;
  options: readonly {
    readonly value: NoInfer<Value>;
    readonly label: string;
    /** Language of the label, if it differs from that of the page. */
    readonly language?: string;
  }[];
  onChange(value: NoInfer<Value>): void;
}) {
  const id = useId();
  return (
    <div className={css.field}>
      {!isLabelHidden && <label htmlFor={id}>{label}</label>}
      <select
        aria-label={isLabelHidden ? label : undefined}
        id={id}
        className={css.input}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.language}>
            {option.label}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={css.hint}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** A checkbox with its label. */
export function Check({
  isChecked,
  onChange,
  children,
}: {
  isChecked: boolean;
  onChange(isChecked: boolean): void;
  children: ReactNode;
}) {
  return (
    <label className={css.check}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}

/** A few options of which one is chosen, all of them visible. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: Value;
  options: readonly { readonly value: NoInfer<Value>; readonly label: ReactNode }[];
  onChange(value: NoInfer<Value>): void;
}) {
  const name = useId();
  return (
    <CheckGroup label={label}>
      {options.map((option) => (
        <label key={option.value} className={css.check}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </CheckGroup>
  );
}

/** A group of checkboxes under one label. */
export function CheckGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
