import type { Config } from '@parlance/config';
import type { Client, Locale } from '@parlance/sdk';
import { connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { findCallConfig } from '../../config/read-config.ts';
import { findFiles } from '../../documents/documents.ts';
import { failUsage } from '../../fault.ts';
import { collect } from '../../lists.ts';
import { count } from '../../output/count.ts';
import { didYouMean } from '../../output/did-you-mean.ts';
import { escapeText } from '../../output/escape-text.ts';
import { PROGRAM } from '../../program.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const { code, counts } = await findLocale(client, projectId, call.arguments[0]!);
  const values = counts.translated + counts.needsReview;
  const files = filesOf(config, code);
  const what = `${code} and ${count(values, 'text')}`;
  const isTrial = call.flags.has('dry-run');
  const data = { dryRun: isTrial, locale: code, values, files };
  const left = [...(await describeApps(client, projectId)), ...describeFiles(code, files)];
  if (isTrial)
    return { data, lines: [`Would remove ${what}, with their history and states.`, ...left] };
  if (!(await isAgreed(call, what))) return { data, lines: ['Nothing was removed.'] };
  const { locales } = client.i18n;
  await locales.delete({ projectId, localeCode: code, deleteValues: true, purge: true });
  return { data, lines: [`Removed ${what}, with their history and states.`, ...left] };
}

/** Says until when apps keep the locale, if the project has a release. */
async function describeApps(client: Client, projectId: string): Promise<string[]> {
  const environments = await collect(client.i18n.environments.listAll({ projectId }));
  return environments.some(({ latestRelease }) => latestRelease !== null)
    ? [
        `Apps that have it keep it until the next release of all locales, which ${PROGRAM} release create --dry-run shows.`,
      ]
    : [];
}

/** @throws CliError for a locale that the project does not have, and for its source locale */
async function findLocale(client: Client, projectId: string, given: string): Promise<Locale> {
  const locales = await collect(client.i18n.locales.listAll({ projectId, limit: 500 }));
  const bare = (tag: string): string => tag.toLowerCase().replaceAll('_', '-');
  const found = locales.find(({ code }) => bare(code) === bare(given));
  const codes = locales.map(({ code }) => code);
  if (found === undefined) {
    failUsage(
      `The project does not have the locale ${escapeText(given)}.${didYouMean(given, codes)} It has ${codes.join(', ')}.`,
    );
  }
  if (found.isSource) failUsage(`${found.code} is the source locale of the project, and stays.`);
  return found;
}

/** @throws CliError if there is no terminal for a question and `--yes` is not set */
async function isAgreed(call: Call, what: string): Promise<boolean> {
  if (call.flags.has('yes')) return true;
  const prompts = await call.prompts();
  if (prompts !== null) {
    return prompts.agree(`Remove ${what}, with their history and states? This cannot be undone.`);
  }
  return failUsage(`This removes ${what}, with their history and states. Pass --yes to do so.`);
}

const filesOf = (config: Config | null, code: string): string[] =>
  config === null
    ? []
    : findFiles(config).flatMap(({ locale, path }) => (locale === code ? path : []));

const describeFiles = (code: string, files: readonly string[]): string[] =>
  files.length === 0
    ? []
    : [
        `${files.join(', ')} ${files.length === 1 ? 'stays' : 'stay'}: ${PROGRAM} push --all would add ${code} again. Delete ${files.length === 1 ? 'it' : 'them'}, or name the other locales as "locales.only".`,
      ];
