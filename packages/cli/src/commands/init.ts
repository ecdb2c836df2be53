import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageFormat } from '@parlance/messages';
import { connect } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { type Document, hashOfFile } from '../documents/documents.ts';
import { messageFormatOf } from '../documents/message-format-of.ts';
import { writeFiles } from '../documents/write-files.ts';
import { failUsage } from '../fault.ts';
import { addProject } from '../init/add-project.ts';
import { chooseTarget, type Target } from '../init/choose-project.ts';
import { findLocaleFiles } from '../init/find-locale-files.ts';
import { formatOfTexts } from '../init/format-of-texts.ts';
import { mapLocales } from '../init/map-locales.ts';
import { lacksSourceFile, nextOfNew } from '../init/next-of-new.ts';
import { readOthers } from '../init/read-others.ts';
import { requireSourceLocale } from '../init/require-source-locale.ts';
import { settleFiles } from '../init/settle/settle-files.ts';
import { sourceLocaleOf } from '../init/source-locale-of.ts';
import { takeMessageFormat } from '../init/take-message-format.ts';
import { takeRuntimes } from '../init/take-runtimes.ts';
import { escapeText } from '../output/escape-text.ts';
import { PROGRAM } from '../program.ts';

const NAME = 'parlance.json';

export async function run(call: Call): Promise<Outcome> {
  const { io, flags } = call;
  const path = join(io.cwd, NAME);
  const isThere = existsSync(path) && !flags.has('force');
  const name = flags.text('create');
  if (isThere && name !== undefined) return addProject(call, name);
  if (isThere && !flags.has('dry-run')) {
    failUsage(
      `There is a ${NAME} already. Pass --create <name> to create the project that it lacks, or --force to replace it.`,
    );
  }
  const described = readOthers(io.cwd);
  const found = described ? [] : findLocaleFiles(io.cwd, 'en');
  const first = described?.files ?? found;
  if (first.length === 0) {
    failUsage('No locale files were found, such as locales/en.json. Write parlance.json by hand.');
  }
  const prompts = await call.prompts();
  if (prompts) {
    const kind = described ? `Locale files of ${described.from}` : 'Locale files found';
    call.note(`${kind}: ${first.map((one) => one.path).join(', ')}`);
  }
  const target = await chooseTarget(call, prompts);
  const assumed = target.found?.sourceLocale ?? sourceLocaleOf(call, { described, found });
  const settle = (sourceLocale: string) => {
    const entries =
      described || sourceLocale === 'en' ? first : findLocaleFiles(io.cwd, sourceLocale);
    return settleFiles(io.cwd, entries, { sourceLocale, map: described?.map ?? {} });
  };
  const assumedFiles = await settle(assumed);
  const sourceLocale =
    target.create === null || described?.sourceLocale !== undefined
      ? assumed
      : await requireSourceLocale(call, prompts, { documents: assumedFiles.documents, assumed });
  const settled = sourceLocale === assumed ? assumedFiles : await settle(sourceLocale);
  const { files, documents } = settled;
  const named = messageFormatOf(io.cwd, files);
  const messageFormat = formatOfTexts(documents, sourceLocale, named);
  const isDry = flags.has('dry-run');
  const created = await create(call, target, { sourceLocale, messageFormat });
  const project = created?.slug ?? target.project;
  const { server } = target;
  const there = server && project && target.hasKey ? { server, project } : null;
  const reached = there && { ...there, found: created ?? target.found };
  const map = await mapLocales(call, reached, { documents, sourceLocale });
  const formatLines = await takeMessageFormat(call, prompts, messageFormat, reached);
  const runtimes = await takeRuntimes(call, prompts, reached, target.create !== null);
  const config = {
    $schema: './node_modules/@parlance/cli/schema.json',
    ...(server ? { server } : {}),
    ...(project ? { project } : {}),
    ...(described?.sourceLocale || sourceLocale !== 'en' ? { sourceLocale } : {}),
    ...(runtimes.names.length > 0 ? { runtimes: runtimes.names } : {}),
    files,
    ...mapOf({ ...described?.map, ...map }),
  };
  const text = `${JSON.stringify(config, null, 2)}\n`;
  if (!isDry) {
    const hash = hashOfFile(io.cwd, NAME);
    writeFiles(io.cwd, [{ path: NAME, bytes: Buffer.from(text), hash }]);
  }
  return {
    data: {
      config,
      from: described?.from ?? null,
      messageFormat,
      dryRun: isDry,
      runtimes: runtimes.found,
      projectHasRuntimes: runtimes.isInProject,
      created: created?.slug ?? null,
    },
    lines: [
      ...(created ? [`Created the project ${escapeText(created.name)} (${created.slug}).`] : []),
      isDry
        ? text.trimEnd()
        : `Wrote ${NAME} from ${described ? described.from : 'the locale files that were found'}.`,
      ...settled.lines,
      ...linesAboutSource(documents, sourceLocale),
      ...linesAbout(target, project),
      ...formatLines,
      ...runtimes.lines,
      isDry
        ? 'Nothing was written: --dry-run.'
        : nextAfter(target, created && nextOfNew(documents, sourceLocale)),
      'In a pipeline: npx --no -- parlance check --offline for pull requests, npx --no -- parlance push --prune on the main branch.',
    ],
  };
}

/** Creates the project that the user named. Null if the user named none. */
async function create(
  call: Call,
  { server, create: name }: Target,
  { sourceLocale, messageFormat }: { sourceLocale: string; messageFormat: MessageFormat | null },
) {
  if (name === null || call.flags.has('dry-run')) return null;
  const { projects } = connect(call, { server: server! }).client.i18n;
  const { data } = await projects.create({
    name,
    sourceLocale,
    ...(messageFormat && { settings: { messageFormat } }),
  });
  return data;
}

const nextAfter = ({ hasKey }: Target, ofNew: string | null): string =>
  ofNew ??
  (hasKey
    ? `Next: ${PROGRAM} doctor, then ${PROGRAM} pull or ${PROGRAM} push.`
    : `Next: ${PROGRAM} login, then ${PROGRAM} doctor.`);

/** Returns lines that explain how a gettext project without a file of its source locale gets source texts. */
function linesAboutSource(documents: readonly Document[], sourceLocale: string): string[] {
  if (!lacksSourceFile(documents, sourceLocale)) return [];
  return [
    `No file is of the source locale ${sourceLocale}, from which push takes the source texts. Make one with empty translations, such as with django-admin makemessages -l ${sourceLocale}, or pass --source-locale.`,
  ];
}

function linesAbout(
  { server, others, create: name, isOnly }: Target,
  project: string | undefined,
): string[] {
  if (isOnly) return [`The project is ${project}, the only one of the key. Others: --project.`];
  if (name !== null && !project) {
    return [`Would create the project ${escapeText(name)}, and name it in ${NAME}.`];
  }
  const missing = [...(server ? [] : ['server']), ...(project ? [] : ['project'])];
  return [
    ...(missing.length === 0
      ? []
      : [`Add ${missing.map((name) => `"${name}"`).join(' and ')} to it.`]),
    ...(others.length === 0
      ? []
      : [
          'Projects of the key:',
          ...others.map(({ slug, name }) => `  ${slug}  ${escapeText(name)}`),
        ]),
  ];
}

const mapOf = (map: Record<string, string>): { locales?: { map: Record<string, string> } } =>
  Object.keys(map).length === 0 ? {} : { locales: { map } };
