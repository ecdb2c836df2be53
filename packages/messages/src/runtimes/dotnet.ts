import type { Runtime } from './runtime.ts';

export const dotnet: Runtime = {
  title: '.NET',
  versions: 'Mono 6.8',
  format: 'dotnet',
  foundBy: { files: ['*.csproj'] },
};
