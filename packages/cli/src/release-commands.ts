import type { Command } from './command.ts';
import { environment, locale, publishDryRun } from './flags.ts';

/** The commands for releases, as a part of the table of all commands. */
export const RELEASE_COMMANDS = [
  {
    name: 'release create',
    summary: 'Publishes the texts of the project. A repeated step of a pipeline publishes once.',
    flags: {
      env: environment,
      locale,
      note: { type: 'text', description: 'Note shown in the list of releases.' },
      'fail-on': {
        type: 'text',
        choices: ['error', 'warning'],
        description: 'Severity of findings that blocks the release. Without it, none does.',
      },
      'skip-unchanged': {
        type: 'boolean',
        description: 'Publishes nothing if the live release has the same content.',
      },
      'dry-run': {
        type: 'boolean',
        description: 'Shows the changes and findings of the release, and publishes nothing.',
      },
    },
    load: () => import('./commands/release/release-create.ts'),
  },
  {
    name: 'release list',
    summary: 'Lists the newest releases of an environment.',
    flags: { env: environment },
    load: () => import('./commands/release/release-list.ts'),
  },
  {
    name: 'release show',
    summary: 'Shows the live release of an environment, or a version: locales and findings.',
    arguments: ['version?'],
    flags: { env: environment },
    load: () => import('./commands/release/release-show.ts'),
  },
  {
    name: 'release diff',
    summary:
      'Lists what a release changed since the one before it, or since another version. Exits with 1 if anything did.',
    arguments: ['version?', 'against?'],
    flags: { env: environment, locale },
    load: () => import('./commands/release/release-diff.ts'),
  },
  {
    name: 'release rollback',
    summary: 'Publishes the content of the release before the live one, or of a version, again.',
    arguments: ['version?'],
    flags: { env: environment, locale, 'dry-run': publishDryRun },
    load: () => import('./commands/release/release-rollback.ts'),
  },
  {
    name: 'release promote',
    summary: 'Publishes the live release of an environment in another one.',
    flags: {
      from: { type: 'text', value: 'slug', description: 'Environment to take the release from.' },
      to: {
        type: 'text',
        value: 'slug',
        description: 'Environment to publish in. Defaults to production.',
      },
      locale,
      'dry-run': publishDryRun,
    },
    load: () => import('./commands/release/release-promote.ts'),
  },
  {
    name: 'release prefixes',
    summary:
      'Lets apps load the texts of one namespace: declares the prefixes of the files in an environment.',
    flags: { env: environment, 'dry-run': { ...publishDryRun, description: 'Declares nothing.' } },
    load: () => import('./commands/release/release-prefixes.ts'),
  },
] as const satisfies readonly Command[];
