import type { Runtime } from './runtime.ts';

export const flutter: Runtime = {
  title: 'Flutter',
  versions: 'gen-l10n 3',
  format: 'flutter',
  foundBy: { pub: ['flutter_localizations'] },
};
