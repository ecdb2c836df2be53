import type { Config } from '@parlance/config';
import { type Connection, connect, requireProjectId } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findCallConfig } from '../config/read-config.ts';
import { inEachProject } from '../each-project.ts';
import { failUsage } from '../fault.ts';
import { collect } from '../lists.ts';
import { describeWork } from '../output/describe-units.ts';
import { localesInstead, nameMeantBy } from '../output/did-you-mean.ts';
import { PROGRAM } from '../program.ts';
import { preparePull } from '../pull-files.ts';
import { failedAfter } from '../to-cli-error.ts';
import { describeTrial, jobChoices, translateTexts } from '../translate-texts.ts';

export async function run(call: Call): Promise<Outcome> {
  const config = await findCallConfig(call);
  if (call.flags.has('pull') && (call.flags.has('no-wait') || call.flags.has('estimate'))) {
    failUsage('--pull needs the end of a job: leave out --no-wait and --estimate.');
  }
  // With `--project`, a job can translate any project to which the API key gives access.
  return config !== null && call.flags.text('project') === undefined
    ? inEachProject(call, async (projectCall) =>
        prepareJob(projectCall, await projectCall.config()),
      )
    : prepareJob(call, config)();
}

function prepareJob(call: Call, config: Config | null): () => Promise<Outcome> {
  const { flags } = call;
  const connection = connect(call, config);
  const projectId = requireProjectId(call, config);
  const targetLocales = [...flags.texts('locale')];
  const also = (['outdated', 'renewable'] as const).filter((one) => flags.has(one));
  const work = {
    projectId,
    ...jobChoices(call),
    ...(targetLocales.length === 0 ? {} : { targetLocales }),
    ...(also.length > 0 && { include: ['missing' as const, ...also] }),
  };
  if (!flags.has('estimate')) {
    return async () => {
      await requireLocales(connection, projectId, targetLocales);
      const translated = await translateTexts(call, connection, work);
      return flags.has('pull') ? pullAfter(call, translated) : translated;
    };
  }
  return async () => {
    await requireLocales(connection, projectId, targetLocales);
    const { data } = await connection.client.translate.estimate(work);
    const refused = Object.entries(data.perLocale).flatMap(([path, { error }]) =>
      error ? [{ path, code: error.code, message: error.message }] : [],
    );
    const lines = describeWork(
      data,
      refused.map(({ path }) => path),
    );
    const renewable = Object.values(data.perLocale).reduce((sum, one) => sum + one.renewable, 0);
    if (renewable > 0 && !flags.has('renewable')) {
      lines.push(
        `Texts made with other settings: ${renewable}. \`--renewable\` translates them again.`,
      );
    }
    if (refused.some(({ code }) => code === 'unsupported_pair')) {
      const trial = await describeTrial(connection.client);
      if (trial !== null) lines.push(trial);
    }
    return { data, lines, warnings: refused };
  };
}

/** @throws CliError for a locale that the project does not have, or does not translate into */
async function requireLocales(
  { client }: Connection,
  projectId: string,
  wanted: readonly string[],
): Promise<void> {
  if (wanted.length === 0) return;
  const all = await collect(client.i18n.locales.listAll({ projectId, limit: 500 }));
  const enabled = all.filter((locale) => locale.enabled);
  const targets = enabled.flatMap(({ isSource, code }) => (isSource ? [] : [code]));
  const source = enabled.find(({ isSource, code }) => isSource && wanted.includes(code));
  if (source) {
    const others = localesInstead(source.code, targets);
    failUsage(
      `${source.code} is the source locale of the project: nothing is translated into it.${others}`,
    );
  }
  const missing = wanted.filter((code) => !targets.includes(code));
  const [first] = missing;
  if (first === undefined) return;
  if (all.some(({ code }) => code === first)) {
    failUsage(
      `The locale ${first} is disabled in the project. ${PROGRAM} locales add ${first} enables it.`,
    );
  }
  const isNew = nameMeantBy(first, targets) === null;
  const way = isNew ? ` Or add it with ${PROGRAM} locales add ${first}.` : '';
  const others = localesInstead(first, targets);
  failUsage(`The project has no locale ${missing.join(', ')}.${others}${way}`);
}

async function pullAfter(call: Call, translated: Outcome & { data: object }): Promise<Outcome> {
  const callForAll = { ...call, flags: call.flags.with({ locale: [] }) };
  const pulled = await preparePull(callForAll)
    .then((carryOut) => carryOut())
    .catch((error: unknown) => failedAfter(call, translated, error));
  if (pulled.errors) return pulled;
  return {
    ...translated,
    data: { ...translated.data, pull: pulled.data },
    lines: [...translated.lines, ...pulled.lines],
    warnings: pulled.warnings ?? [],
  };
}
