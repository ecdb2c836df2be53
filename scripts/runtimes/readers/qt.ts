import { output, PYTHON, programPath, readBy, run, versionOf } from '../programs.ts';
import type { Reader } from '../subject.ts';

/** lrelease compiles the file, and lconvert prints the texts that a program would find. */
export const lrelease: Reader = {
  name: 'Qt lrelease',
  version: () => versionOf('lrelease', '-version'),
  read: async (files) => {
    const compiled = files.map(({ path, localeTag }) => {
      const [ts, qm, shown] = [`${path}.ts`, `${path}.qm`, `${path}.qm.ts`];
      output('lconvert', ['-i', path, '-o', ts]);
      const { status, stderr } = run('lrelease', [ts, '-qm', qm]);
      if (status !== 0) throw new Error(stderr);
      output('lconvert', ['-i', qm, '-o', shown]);
      return { path: shown, localeTag };
    });
    return readBy(PYTHON, [programPath('read_files.py'), 'ts'], compiled);
  },
};
