import { type Connection, connect, requireProjectId } from '../../auth/connect.ts';
import type { Call, Outcome } from '../../command.ts';
import { type Document, findFiles, readDocuments } from '../../documents/documents.ts';
import { KEY_SEPARATOR } from '../../documents/source-texts.ts';
import { prepareEach } from '../../each-project.ts';
import { failUsage } from '../../fault.ts';
import { count } from '../../output/count.ts';
import { didYouMean } from '../../output/did-you-mean.ts';
import { escapeText } from '../../output/escape-text.ts';
import { listNames } from '../../output/list-names.ts';
import { PROGRAM } from '../../program.ts';
import { preparePull, pull } from '../../pull-files.ts';
import { failedAfter } from '../../to-cli-error.ts';
import { filesNaming } from '../../unused/files-naming.ts';
import { type ReferringText, textsNaming } from '../../unused/texts-naming.ts';
import { requireFreeNames } from './require-free-names.ts';
import { requireKeyNames } from './require-key-names.ts';

export async function run(call: Call): Promise<Outcome> {
  const [from, to] = call.arguments as [string, string];
  const config = await call.config();
  const { client } = connect(call, config);
  const projectId = requireProjectId(call, config);
  const { data: project } = await client.i18n.projects.get({ projectId });
  const { sourceLocale, settings } = project;
  const found = await findKeys(client, projectId, { name: from, ...settings });
  const { id: keyId } = found;
  const context = { sourceLocale, keySeparator: settings.keySeparator };
  await requireKeyNames(config, context, new Set(found.names));
  const forms = found.isFamily ? ` in ${count(found.names.length, 'form')}` : '';
  // Finds invalid files and conflicts before the key is renamed.
  await prepareEach({ ...call, note: () => {} }, preparePull);
  const code = filesNaming(config, from);
  const documents = await readDocuments(config, findFiles(config), context);
  const texts = textsNaming(documents, from);
  const left = [...describeCode(from, code), ...describeTexts(from, texts)];
  const holders = holdersOf(documents, found.names);
  const prefixes = new Set(documents.map(({ prefix }) => prefix));
  const { names } = found;
  const { keySeparator } = settings;
  await requireFreeNames(client, projectId, { from, to, names, holders, prefixes, keySeparator });
  if (call.flags.has('dry-run')) {
    const files = holders.map(({ path }) => path);
    const where = files.length === 0 ? 'No file here has it.' : `Would change ${files.join(', ')}.`;
    return {
      data: { dryRun: true, keyId, from, to, files, code, texts },
      lines: [`Would rename ${from} to ${to}${forms}.`, where, ...left],
    };
  }
  if (found.isFamily) {
    const select = { keyIds: [keyId] };
    await client.i18n.keys.bulk({ projectId, select, action: { edit: { name: to } } });
  } else {
    await client.i18n.keys.update({ projectId, keyId, name: to });
  }
  const done = { dryRun: false, keyId, from, to, code, texts };
  const said = [`Renamed ${from} to ${to}${forms}.`, ...left];
  try {
    const pulled = await pull(call);
    return {
      ...pulled,
      data: { ...done, pull: pulled.data },
      lines: [...said, ...pulled.lines],
    };
  } catch (error) {
    return failedAfter(call, { data: done, lines: said }, error);
  }
}

const FILES_SHOWN = 10;

/** Says which texts refer to the old name, which the command does not change. */
function describeTexts(name: string, texts: readonly ReferringText[]): string[] {
  if (texts.length === 0) return [];
  const shown = texts.map(({ file, key }) => `${escapeText(key)} (${escapeText(file)})`);
  return [
    `${count(texts.length, 'text')} ${texts.length === 1 ? 'refers' : 'refer'} to ${escapeText(name)}, and must name the new key: ${listNames(shown)}.`,
  ];
}

/** Says which files of the program still have the old name, which the command does not change. */
function describeCode(name: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return [];
  const shown = paths.slice(0, FILES_SHOWN).map(escapeText).join(', ');
  const more = paths.length > FILES_SHOWN ? ` and ${paths.length - FILES_SHOWN} more` : '';
  return [`Change ${escapeText(name)} in the program, too: ${shown}${more}.`];
}

/** Returns the files that have one of the keys. */
function holdersOf(documents: readonly Document[], names: readonly string[]): Document[] {
  const keys = new Set(names);
  return documents.filter(({ prefix, rows }) => rows.some(({ name }) => keys.has(prefix + name)));
}

/** Maximum number of keys named in a message whose names end with the given name. */
const MAX_ENDINGS = 3;

interface FoundKeys {
  /** Id of the key, or of one form of the plural family. */
  readonly id: string;
  /** Names of the key or of all forms. */
  readonly names: readonly string[];
  readonly isFamily: boolean;
}

/**
 * Finds the key or the plural family with a name.
 * @throws CliError if there is none, or if the name is a single form of a family
 */
async function findKeys(
  client: Connection['client'],
  projectId: string,
  { name, keySeparator }: { name: string; keySeparator: string | null },
): Promise<FoundKeys> {
  const separator = keySeparator ?? KEY_SEPARATOR;
  const forms: { id: string; name: string }[] = [];
  const endings = new Set<string>();
  for await (const key of client.i18n.keys.listAll({ projectId, q: name, limit: 500 })) {
    const { pluralFamily } = key;
    const whole = pluralFamily ?? key.name;
    if (whole.endsWith(separator + name)) endings.add(whole);
    if (pluralFamily === name) {
      forms.push(key);
    } else if (key.name === name) {
      if (pluralFamily === null) return { id: key.id, names: [name], isFamily: false };
      failUsage(
        `"${name}" is one form of the plural "${pluralFamily}", whose forms have one name. Rename the plural: ${PROGRAM} keys rename ${pluralFamily} <new>.`,
      );
    }
  }
  const [first] = forms;
  if (first) return { id: first.id, names: forms.map((form) => form.name), isFamily: true };
  const missing = `The project has no active key "${name}".`;
  if (endings.size > 0) {
    failUsage(`${missing} Did you mean ${listNames([...endings], MAX_ENDINGS)}?`);
  }
  const last = name.lastIndexOf(separator);
  const keyPrefix = last === -1 ? '' : name.slice(0, last + separator.length);
  const near = await client.i18n.keys.list({
    projectId,
    limit: 500,
    ...(keyPrefix !== '' && { keyPrefix }),
  });
  const names = near.data.map((key) => key.name);
  return failUsage(missing + didYouMean(name, names));
}
