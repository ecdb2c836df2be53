import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { Form } from 'react-aria-components';
import { chordOf } from '../../lib/chord.ts';
import { problemOf } from '../../lib/problem.ts';
import { Button } from '../button.tsx';
import confirm from '../dialog/confirm.module.css';
import { ProblemNotice } from '../notice/problem-notice.tsx';
import css from './call-form.module.css';

/** Maximum distance in px between the press and the release of a pointer that counts as a click. */
const STILL = 8;

/**
 * Submits a form even if its button has moved away from the pointer. The press takes the focus from a field, whose
 * message may then appear or disappear and move the button.
 */
function submitAfterPress({ target, clientX, clientY }: PointerEvent): void {
  const button = (target as Element).closest<HTMLButtonElement>('button[type=submit]');
  if (!button) return;
  const release = (event: globalThis.PointerEvent): void => {
    const isStill = Math.hypot(event.clientX - clientX, event.clientY - clientY) < STILL;
    if (isStill && !button.contains(event.target as Node)) button.form?.requestSubmit(button);
  };
  window.addEventListener('pointerup', release, { once: true, capture: true });
}

/** Submits a form by Ctrl+Enter in any of its fields. */
function submitByKeys(form: HTMLFormElement | null): void {
  form?.addEventListener('keydown', (event) => {
    if (chordOf(event) !== 'Mod+Enter') return;
    event.preventDefault();
    form.requestSubmit();
  });
}

/**
 * A form that makes one call, by its button or Ctrl+Enter in any field. Faults appear at the fields
 * that the error names, and the rest below the button.
 */
export function CallForm({
  button,
  call,
  onProblem,
  cancel,
  onCancel,
  actions,
  isPage = false,
  children,
}: {
  button: string;
  call(fields: Readonly<Record<string, string>>): Promise<void>;
  onProblem?(error: unknown): void;
  /** Name of the button for `onCancel`. */
  cancel?: string;
  onCancel?(): void;
  /** Additional buttons beside the form's buttons. */
  actions?: ReactNode;
  /** True for a form with several sections, whose button stays visible. */
  isPage?: boolean;
  children: ReactNode;
}) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isAtFields, setAtFields] = useState(false);
  const [isPending, setPending] = useState(false);
  // The object stays the same, because React Aria shows the errors of a new object even at changed fields.
  const validationErrors = useMemo(
    () => (problem === null ? {} : problemOf(problem).fields),
    [problem],
  );
  const submit = async (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    setPending(true);
    setProblem(null);
    try {
      await call(Object.fromEntries(entries));
    } catch (error) {
      const found = problemOf(error);
      const names = Object.keys(found.fields);
      // A fault of a field that the form does not contain would otherwise be invisible.
      setAtFields(names.length > 0 && names.every((name) => form.elements.namedItem(name)));
      setProblem(error);
      onProblem?.(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Form
      ref={submitByKeys}
      className={isPage ? css.page : css.form}
      onPointerDownCapture={submitAfterPress}
      validationErrors={validationErrors}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit(event.currentTarget);
      }}
    >
      {children}
      <div className={`${confirm.actions} ${isPage ? css.bar : css.end}`}>
        <Button type="submit" isPending={isPending}>
          {button}
        </Button>
        {onCancel && (
          <Button kind="secondary" onPress={onCancel}>
            {cancel}
          </Button>
        )}
        {actions}
      </div>
      {problem !== null && !isAtFields && <ProblemNotice error={problem} />}
    </Form>
  );
}
