import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asList, asMembers, asText, type Described, readYaml, translatePath } from './described.ts';

/** Parlance's placeholders, by the corresponding placeholder of Lokalise. */
const PLACEHOLDERS = { '%LANG_ISO%': '{locale}', '%FORMAT%': 'json' };

/**
 * Reads a configuration of Lokalise's command line tool. It describes locale files only if it
 * contains a bundle structure.
 */
export function readLokalise(path: string): Omit<Described, 'from'> {
  const structures = textsOf(readYaml(path), /^bundle[-_]structure$/);
  return {
    files: structures.map((structure) => ({ path: translatePath(structure, PLACEHOLDERS) })),
  };
}

/** Returns the texts of all members whose name matches the expression `name`, at any depth. */
function textsOf(value: unknown, name: RegExp): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(one, name));
  return Object.entries(asMembers(value)).flatMap(([member, inner]) => {
    const text = name.test(member) ? asText(inner) : undefined;
    return text === undefined ? textsOf(inner, name) : [text];
  });
}

/**
 * Reads GitHub workflows that use an action of Lokalise. The inputs of the action contain folders,
 * the file extension and the source language.
 */
export function readLokaliseWorkflows(folder: string): Omit<Described, 'from'> {
  const inputs = readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => Object.values(asMembers(readYaml(join(folder, name)).jobs)))
    .flatMap((job) => asList(asMembers(job).steps))
    .filter(({ uses }) => /^lokalise\/lokalise-(push|pull)-action@/.test(asText(uses) ?? ''))
    .map((step) => asMembers(step.with));
  const paths = inputs.flatMap((input) => {
    const extension = asText(input.file_ext) ?? asText(input.file_format) ?? 'json';
    const folders = (asText(input.translations_path) ?? '').split('\n').filter((one) => one.trim());
    const isFlat = String(input.flat_naming) === 'true';
    return folders.map((folder) => {
      const root = translatePath(folder.trim(), {});
      return isFlat
        ? { path: `${root}/{locale}.${extension}` }
        : { path: `${root}/{locale}/{namespace}.${extension}`, prefix: '{namespace}.' };
    });
  });
  const files = [...new Map(paths.map((file) => [file.path, file])).values()];
  const sourceLocale = inputs.map(({ base_lang: locale }) => asText(locale)).find(Boolean);
  return { files, ...(sourceLocale === undefined ? {} : { sourceLocale }) };
}
