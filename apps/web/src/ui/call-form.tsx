import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { problemOf } from '../lib/problem.ts';
import { Button } from './button.tsx';
import css from './call-form.module.css';
import { ProblemNotice } from './problem-notice.tsx';

/** A form that makes one call: faults appear at the fields that the problem names, the rest above the button. */
export function CallForm({
  button,
  call,
  onProblem,
  children,
}: {
  button: string;
  call(fields: Readonly<Record<string, string>>): Promise<void>;
  onProblem?(error: unknown): void;
  children: ReactNode;
}) {
  const [problem, setProblem] = useState<unknown>(null);
  const [isAtFields, setAtFields] = useState(false);
  const [isPending, setPending] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    setPending(true);
    setProblem(null);
    try {
      await call(Object.fromEntries(entries));
    } catch (error) {
      const found = problemOf(error);
      const names = Object.keys(found.fields);
      // A fault of something that the form does not show would be lost at its field.
      setAtFields(names.length > 0 && names.every((name) => form.elements.namedItem(name)));
      setProblem(error);
      onProblem?.(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Form
      className={css.form}
      validationErrors={problem === null ? {} : problemOf(problem).fields}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) void submit(event.currentTarget);
      }}
    >
      {children}
      {problem !== null && !isAtFields && <ProblemNotice error={problem} />}
      <Button type="submit" isPending={isPending}>
        {button}
      </Button>
    </Form>
  );
}
