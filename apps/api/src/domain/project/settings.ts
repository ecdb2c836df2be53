import type { ProjectSettings, ProjectSettingsInput } from '@parlance/contracts';
import { CHECK_CODES, isRuntime, notRuntime } from '@parlance/messages';
import { failAt } from '../../errors.ts';

const DEFAULTS: ProjectSettings = {
  messageFormat: 'auto',
  runtimes: null,
  keySeparator: '.',
  engine: null,
  formality: null,
  requireReview: false,
  whoReviews: 'anyone',
  checks: {},
};

/** Merges changes into the settings of a project, or into the defaults for a new project. */
export const mergeSettings = (
  input: ProjectSettingsInput = {},
  base: ProjectSettings = DEFAULTS,
): ProjectSettings => ({ ...base, ...input });

/**
 * Returns the settings of a new project. Only gen-l10n reads Flutter's message format, so the checks of such a project
 * default to the runtime gen-l10n. The input can name other runtimes or none.
 */
export function newSettings(input: ProjectSettingsInput = {}): ProjectSettings {
  const runtimes: ProjectSettingsInput =
    input.messageFormat === 'flutter' ? { runtimes: ['flutter'] } : {};
  return mergeSettings({ ...runtimes, ...input });
}

/** @throws `validation_failed` for an unknown check or runtime */
export function requireKnownNames({ checks = {}, runtimes = null }: ProjectSettingsInput): void {
  const codes: ReadonlySet<string> = new Set(CHECK_CODES);
  for (const code of Object.keys(checks)) {
    if (!codes.has(code)) failAt(`/settings/checks/${code}`, 'is not the code of a check');
  }
  requireRuntimes(runtimes, '/settings/runtimes');
}

/** @throws `validation_failed` for an unknown runtime */
export function requireRuntimes(runtimes: readonly string[] | null, path: string): void {
  for (const [at, name] of (runtimes ?? []).entries()) {
    if (!isRuntime(name)) failAt(`${path}/${at}`, notRuntime(name));
  }
}
