import type { Config } from '@parlance/config';
import type { MessageFormat } from '@parlance/messages';
import { pseudolocalizeMessage } from '@parlance/messages/pseudo';
import type { Call } from '../../command.ts';
import { DeclaredPlurals } from '../../documents/declared-plurals.ts';
import {
  type Document,
  findFiles,
  hashOf,
  hashOfFile,
  pathOf,
  readDocuments,
} from '../../documents/documents.ts';
import { isRailsFile } from '../../documents/partial-texts.ts';
import { mayBePseudo, NAMES, PSEUDO_ENDS } from '../../documents/pseudo-tags.ts';
import {
  type Edits,
  hasLongLines,
  shapeOf,
  writeDocument,
} from '../../documents/write-document.ts';
import { writeFiles } from '../../documents/write-files.ts';
import { failUsage } from '../../fault.ts';
import type { Workspace } from '../workspace.ts';

type Pseudo = (key: string, text: string) => string;

/**
 * Returns the pseudo-locales in the configuration and in `--pseudo`.
 * @throws CliError for an invalid tag, and for a locale that the project has
 */
export function readPseudoLocales(
  { flags }: Pick<Call, 'flags'>,
  { pull }: Pick<Config, 'pull'>,
): string[] {
  const tags = [...new Set([...(pull?.pseudo ?? []), ...flags.texts('pseudo')])];
  for (const tag of tags) {
    if (mayBePseudo(tag)) continue;
    failUsage(`A pseudo-locale ends with ${PSEUDO_ENDS}, such as en-XA, not "${tag}".`);
  }
  return tags;
}

/**
 * Requires that a pseudo-locale is not a locale of the project, because both would write the same
 * file.
 * @throws CliError
 */
export function requirePseudo({ inProject }: Workspace, tags: readonly string[]): void {
  const taken = tags.find((tag) => inProject.some(({ code }) => code === tag));
  if (taken) failUsage(`The project has the locale ${taken}: it cannot be a pseudo-locale, too.`);
}

/**
 * Writes the files of pseudo-locales, derived from the files of the source locale. Returns the
 * paths of changed files.
 */
export async function writePseudo(
  workspace: Workspace,
  tags: readonly string[],
): Promise<string[]> {
  const { config, context, project } = workspace;
  const { sourceLocale } = project;
  const files = findFiles(config).filter(
    ({ locale }) => locale === null || locale === sourceLocale,
  );
  const documents = await readDocuments(config, files, context);
  const extras = {
    plurals: new DeclaredPlurals(documents, sourceLocale),
    descriptions: new Map<string, string>(),
    sources: new Map(documents.flatMap((document) => sourcesOf(document, sourceLocale))),
  };
  const made = documents.flatMap((document) => {
    const edits = tags.map((tag) => {
      const pseudo = pseudoOf(tag, project.settings.messageFormat, sourceLocale);
      return [tag, textsOf(document, sourceLocale, pseudo)] as const;
    });
    if (document.locale === null) return [{ document, edits: new Map(edits), like: document }];
    return edits.map(([tag, texts]) => ({
      document: emptyFile(config, document, tag),
      edits: new Map([[tag, texts]]),
      like: document,
    }));
  });
  const writes = [];
  for (const { document, edits, like } of made) {
    const shape = shapeOf(like, context.keySeparator);
    const bytes = await writeDocument(document, edits, context, {
      ...extras,
      shape,
      poWrap: !hasLongLines(like),
      model: document.locale === null ? null : like,
      isRails: isRailsFile(project, like),
    });
    const hash = hashOfFile(config.root, document.path);
    if (hash !== hashOf(bytes)) writes.push({ path: document.path, bytes, hash });
  }
  writeFiles(config.root, writes);
  return writes.map(({ path }) => path);
}

const pseudoOf = (tag: string, format: MessageFormat, locale: string): Pseudo =>
  new Intl.Locale(tag).region === NAMES
    ? (key) => key
    : (_, text) => pseudolocalizeMessage(text, { format, locale });

const sourcesOf = ({ rows, prefix }: Document, locale: string): [string, string][] =>
  rows.flatMap(({ name, values }) => {
    const source = values.find(({ localeTag }) => localeTag === locale);
    return source ? [[prefix + name, source.text] as [string, string]] : [];
  });

function textsOf({ rows, prefix }: Document, locale: string, pseudo: Pseudo): Edits {
  const translated = rows.filter(({ translatable }) => translatable !== false);
  return new Map(
    translated.flatMap(({ name, values }) => {
      const source = values.find(({ localeTag }) => localeTag === locale);
      if (source === undefined) return [];
      const text = source.text === '' ? '' : pseudo(prefix + name, source.text);
      return [[name, { text }] as const];
    }),
  );
}

const emptyFile = (config: Config, like: Document, tag: string): Document => ({
  ...like,
  locale: tag,
  path: pathOf(config, like.spec, tag, like.values),
  rows: like.rows
    .filter(({ translatable }) => translatable !== false)
    .map((row) => ({ ...row, values: [] })),
  hash: null,
});
