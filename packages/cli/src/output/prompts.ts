import type { Readable, Writable } from 'node:stream';
import { confirm, isCancel, password, select, text } from '@clack/prompts';

export interface PromptOption<Value> {
  value: Value;
  label: string;
  hint?: string;
}

/** Asks the user questions at the terminal. Ctrl-C or a signal during a question ends the command. */
export interface Prompts {
  text(message: string, initial?: string): Promise<string>;
  password(message: string): Promise<string>;
  choose<Value extends string>(
    message: string,
    options: readonly PromptOption<Value>[],
  ): Promise<Value>;
  agree(message: string): Promise<boolean>;
}

export interface PromptStreams {
  input: Readable;
  output: Writable;
}

const DEFAULT_COLUMNS = 80;

/**
 * @param signal - Ends an open question when it aborts
 * @param interrupted - Returns the error of a question that Ctrl-C or the signal has ended
 */
export function createPrompts(
  terminal: PromptStreams,
  { signal, interrupted }: { signal: AbortSignal; interrupted: () => Error },
): Prompts {
  const streams = { ...terminal, signal };
  const answered = <Value>(answer: Value): Exclude<Value, symbol> => {
    if (!isCancel(answer)) return answer as Exclude<Value, symbol>;
    throw interrupted();
  };
  const { output } = streams as { output: { columns?: number } };
  if (output.columns === 0) output.columns = DEFAULT_COLUMNS;
  return {
    text: async (message, initial = '') =>
      answered(
        await text({
          message,
          initialValue: initial,
          validate: (value) => (value?.trim() ? undefined : 'Please type something.'),
          ...streams,
        }),
      ).trim(),
    password: async (message) => answered(await password({ message, ...streams })),
    choose: async <Value extends string>(
      message: string,
      options: readonly PromptOption<Value>[],
    ) => answered(await select<string>({ message, options: [...options], ...streams })) as Value,
    agree: async (message) => answered(await confirm({ message, ...streams })),
  };
}
