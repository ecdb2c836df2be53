import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** The prompt of a command, and the text that a person types. */
export type Answer = readonly [prompt: string, typed: string];

/** Runs commands in a pseudoterminal (util-linux), and answers their prompts in order. */
export async function answerPrompts(
  commands: string,
  answers: readonly Answer[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<void> {
  const child = spawn(
    'script',
    ['-qec', 'bash --noprofile --norc -e -c "$COMMANDS"', '/dev/null'],
    {
      cwd,
      env: { ...env, COMMANDS: commands, TERM: 'xterm' },
    },
  );
  let [said, from, next] = ['', 0, 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += stripVTControlCharacters(text);
    const [prompt, typed] = answers[next] ?? [];
    if (prompt === undefined || !said.includes(prompt, from)) return;
    // The command redraws the same prompt after each key.
    from = said.length;
    next++;
    child.stdin.write(`${typed}\r`);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The commands ended with ${code}:\n${said}`);
  if (next < answers.length) throw new Error(`Nothing asked for "${answers[next]![0]}":\n${said}`);
}
