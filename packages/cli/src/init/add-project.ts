import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Config } from '@parlance/config';
import { applyEdits, modify, parse } from 'jsonc-parser';
import { connect } from '../auth/connect.ts';
import type { Call, Outcome } from '../command.ts';
import { findFiles, hashOf, readDocuments } from '../documents/documents.ts';
import { messageFormatOf } from '../documents/message-format-of.ts';
import { writeFiles } from '../documents/write-files.ts';
import { failUsage } from '../fault.ts';
import { escapeText } from '../output/escape-text.ts';
import { chooseTarget } from './choose-project.ts';
import { formatOfTexts } from './format-of-texts.ts';
import { nextOfNew } from './next-of-new.ts';
import { requireSourceLocale } from './require-source-locale.ts';

/**
 * Creates the project of `--create` for an existing configuration that names no project, and adds
 * the project to the file. All other bytes of the file stay unchanged.
 * @throws CliError if the configuration names a project
 */
export async function addProject(call: Call, name: string): Promise<Outcome> {
  const { flags } = call;
  const config = await call.config();
  if (config.project !== undefined) {
    failUsage(
      `parlance.json names the project ${config.project}. Remove "project" to create another one, or pass --force to write the whole file again.`,
      { file: config.file },
    );
  }
  const server = config.server ?? (await chooseTarget(call, null)).server;
  const { documents, ...settings } = await settingsFor(call, config);
  const isDry = flags.has('dry-run');
  const before = readFileSync(config.file);
  let text = before.toString();
  const add = (member: string, value: unknown): void => {
    const edits = modify(text, [member], value, {
      formattingOptions: { insertSpaces: true, tabSize: 2, keepLines: true },
      getInsertionIndex: (members) => members.indexOf('files'),
    });
    text = applyEdits(text, edits);
  };
  if (config.server === undefined && server !== undefined) add('server', server);
  const created = isDry
    ? null
    : (await connect(call, { server }).client.i18n.projects.create({ name, ...settings })).data;
  const { sourceLocale } = settings;
  if (config.sourceLocale === undefined && sourceLocale !== 'en') add('sourceLocale', sourceLocale);
  if (created !== null) {
    add('project', created.slug);
    writeFiles(config.root, [
      { path: basename(config.file), bytes: Buffer.from(text), hash: hashOf(before) },
    ]);
  }
  const lines =
    created === null
      ? [`Would create the project ${escapeText(name)}, and name it in parlance.json.`]
      : [
          `Created the project ${escapeText(created.name)} (${created.slug}), and named it in parlance.json.`,
          nextOfNew(documents, settings.sourceLocale),
        ];
  const { messageFormat = null } = settings.settings ?? {};
  return {
    data: {
      config: parse(text),
      from: null,
      messageFormat,
      runtimes: [],
      projectHasRuntimes: false,
      created: created?.slug ?? null,
      dryRun: isDry,
    },
    lines,
  };
}

/** Reads the files. Returns the source locale and the message format that a new project needs. */
async function settingsFor(call: Call, config: Config) {
  const assumed = call.flags.text('source-locale') ?? config.source.locale;
  const read = (sourceLocale: string) =>
    readDocuments(config, findFiles(config), { keySeparator: null, sourceLocale });
  config.source.locale = assumed;
  const assumedDocuments = await read(assumed);
  const sourceLocale =
    config.sourceLocale === undefined
      ? await requireSourceLocale(call, await call.prompts(), {
          documents: assumedDocuments,
          assumed,
        })
      : assumed;
  config.source.locale = sourceLocale;
  const documents = sourceLocale === assumed ? assumedDocuments : await read(sourceLocale);
  const named = messageFormatOf(config.root, config.files);
  const messageFormat = formatOfTexts(documents, sourceLocale, named);
  return { documents, sourceLocale, ...(messageFormat && { settings: { messageFormat } }) };
}
