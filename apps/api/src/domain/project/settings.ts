import type { ProjectSettings, ProjectSettingsInput } from '@parlance/contracts';

const DEFAULTS: ProjectSettings = {
  messageFormat: 'auto',
  keySeparator: '.',
  engine: null,
  formality: null,
  requireReview: false,
};

/** Settings with what was given changed; what a project starts from where there are none yet. */
export const mergeSettings = (
  input: ProjectSettingsInput = {},
  base: ProjectSettings = DEFAULTS,
): ProjectSettings => ({ ...base, ...input });
