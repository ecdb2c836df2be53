import type { Runtime } from './runtime.ts';

export const apple: Runtime = {
  title: 'Apple platforms',
  versions: 'Foundation',
  format: 'printf',
  foundBy: { files: ['*.xcodeproj', 'Package.swift'] },
};
