import { run } from '../programs.ts';
import type { Show } from './app.ts';
import type { Ask, Shown } from './pair.ts';

const spelled = (value: string | number | Date): string => {
  if (value instanceof Date) return `@${value.getTime()}`;
  return typeof value === 'number' ? String(value) : `'${value}`;
};

const lineOf = ({ text, locale, values }: Ask): string =>
  [text, locale, ...Object.entries(values).map(([name, value]) => `${name}=${spelled(value)}`)]
    .map(encodeURIComponent)
    .join('\t');

const readLine = (line: string): Shown => {
  const text = decodeURIComponent(line.slice(1));
  return line.startsWith('=') ? { text } : { error: text };
};

/**
 * Shows texts with a program that reads a line for each text and answers with a line. A text that crashes the program
 * counts as an error, and the program is restarted with the next text.
 */
export const showBy =
  (command: string, args: readonly string[]): Show =>
  async (asks) => {
    const shown: Shown[] = [];
    while (shown.length < asks.length) {
      const input = asks.slice(shown.length).map((ask) => `${lineOf(ask)}\n`);
      const { status, stdout, stderr } = run(command, args, input.join(''));
      const lines = stdout.split('\n').slice(0, -1);
      if (lines.length === 0 && stderr !== '') throw new Error(`${command} fails: ${stderr}`);
      shown.push(...lines.map(readLine));
      if (shown.length < asks.length) shown.push({ error: `crashes with ${status}` });
    }
    return shown;
  };
