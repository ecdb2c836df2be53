import { readFileSync } from 'node:fs';
import { output, programPath, readBy } from '../programs.ts';
import type { Reader } from '../subject.ts';

const PROGRAM = programPath('Read.java');

const javaReader = (name: string, mode: string): Reader => ({
  name,
  version: () => output('java', [PROGRAM, 'version']).trim(),
  read: async (files) => readBy('java', [PROGRAM, mode], files),
});

export const resourceBundle: Reader = {
  ...javaReader('Java ResourceBundle', 'bundle'),
  rewrite({ path }, to) {
    output('java', [PROGRAM, 'store', path, to]);
    return readFileSync(to);
  },
};
export const javaProperties: Reader = javaReader('Java Properties', 'latin1');
export const messageFormat: Reader = javaReader('java.text.MessageFormat', 'message');
