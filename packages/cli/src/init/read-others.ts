import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatByPath } from '@parlance/formats';
import {
  asList,
  asMembers,
  asText,
  type Described,
  type Read,
  readJson,
  readYaml,
  translatePath,
} from './described.ts';
import { readLokalise, readLokaliseWorkflows } from './read-lokalise.ts';
import { readTolgee } from './read-tolgee.ts';
import { readWeblate } from './read-weblate.ts';

/**
 * Functions that read the configuration of another tool, by the name of its file. The functions run
 * no code of the project.
 */
const READERS: Readonly<Record<string, Read>> = {
  'crowdin.yml': readCrowdin,
  'crowdin.yaml': readCrowdin,
  '.tolgeerc.json': readTolgee,
  '.tolgeerc.yml': readTolgee,
  '.tolgeerc.yaml': readTolgee,
  '.tolgeerc': readTolgee,
  'weblate.json': readWeblate,
  'lokalise.yml': readLokalise,
  '.lokalise.yml': readLokalise,
  '.github/workflows': readLokaliseWorkflows,
  '.phrase.yml': readPhrase,
  '.tx/config': readTransifex,
  'i18n.json': readLingo,
  'accent.json': readAccent,
  'localazy.json': readLocalazy,
};

/** Returns the first configuration of another tool that describes locale files. */
export function readOthers(root: string): Described | null {
  for (const [from, read] of Object.entries(READERS)) {
    const path = join(root, from);
    if (!existsSync(path)) continue;
    const described = read(path);
    const files = described?.files.filter(({ path: filePath }) => isUsable(filePath)) ?? [];
    if (described && files.length > 0) return { ...described, files, from };
  }
  return null;
}

/** True for a path pattern of a supported format that contains a locale but not `**`. */
const isUsable = (path: string): boolean =>
  path.includes('{') && !path.includes('*') && formatByPath(path) !== undefined;

function readCrowdin(path: string): Omit<Described, 'from'> {
  const { files, base_path: basePath } = readYaml(path);
  const spelling = {
    '%two_letters_code%': '{locale}',
    '%locale%': '{locale}',
    '%locale_with_underscore%': '{locale:posix}',
    '%android_code%': '{locale:android}',
    '%osx_locale%': '{locale:apple}',
  };
  const map: Record<string, string> = {};
  const found = asList(files).flatMap(({ source, translation, languages_mapping: mapping }) => {
    for (const localeMap of Object.values(asMembers(mapping))) {
      for (const [locale, text] of Object.entries(asMembers(localeMap))) {
        if (typeof text === 'string') map[locale] = text;
      }
    }
    const [from, to] = [asText(source), asText(translation)];
    if (from === undefined || to === undefined) return [];
    const name = from.split('/').at(-1)!;
    const isMany = name.includes('*');
    const file = isMany ? name.replace('*', '{namespace}') : name;
    const base = isMany ? '{namespace}' : name.replace(/\.\w+$/, '');
    const settings = {
      ...spelling,
      '%original_file_name%': file,
      '%file_name%': base,
      '%file_extension%': name.split('.').at(-1)!,
    };
    const folder = asText(basePath)?.replace(/^\.?\/?/, '') ?? '';
    const target = translatePath(
      `${folder === '' ? '' : `${folder}/`}${to.replace(/^\//, '')}`,
      settings,
    );
    return [{ path: target, ...(isMany ? { prefix: '{namespace}.' } : {}) }];
  });
  return { files: found, map };
}

function readPhrase(path: string): Omit<Described, 'from'> {
  const { phrase } = readYaml(path);
  const { push, pull } = asMembers(phrase);
  const entries = [...asList(asMembers(push).sources), ...asList(asMembers(pull).targets)];
  const paths = entries.flatMap(({ file }) => asText(file) ?? []);
  const placeholders = {
    '<locale_name>': '{locale}',
    '<locale_code>': '{locale}',
    '<tag>': '{namespace}',
  };
  const files = [...new Set(paths.map((file) => translatePath(file, placeholders)))];
  return { files: files.map((file) => ({ path: file })) };
}

function readTransifex(path: string): Omit<Described, 'from'> {
  const lines = readFileSync(path, 'utf8').split('\n');
  const files: Described['files'] = [];
  const map: Record<string, string> = {};
  let sourceLocale: string | undefined;
  for (const line of lines) {
    const [, name, value] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === 'file_filter') {
      const isGettext = value!.endsWith('.po');
      files.push({
        path: translatePath(value!, { '<lang>': isGettext ? '{locale:posix}' : '{locale}' }),
      });
    } else if (name === 'source_file' && value!.endsWith('.pot') && files.length > 0) {
      files.at(-1)!.source = translatePath(value!, {});
    } else if (name === 'source_lang') sourceLocale = value;
    else if (name === 'lang_map') {
      for (const pair of value!.split(',')) {
        const [locale, text] = pair.split(':').map((part) => part.trim());
        if (locale && text) map[locale.replace('_', '-')] = text;
      }
    }
  }
  return { files, map, ...(sourceLocale === undefined ? {} : { sourceLocale }) };
}

function readLingo(path: string): Omit<Described, 'from'> {
  const { locale, buckets } = readJson(path);
  const files = Object.values(asMembers(buckets)).flatMap((bucket) => {
    const { include } = asMembers(bucket);
    return (Array.isArray(include) ? include : []).flatMap((entry: unknown) => {
      const text = asText(entry) ?? asText(asMembers(entry).path);
      return text === undefined ? [] : [{ path: translatePath(text, { '[locale]': '{locale}' }) }];
    });
  });
  const sourceLocale = asText(asMembers(locale).source);
  return { files, ...(sourceLocale === undefined ? {} : { sourceLocale }) };
}

function readAccent(path: string): Omit<Described, 'from'> {
  const files = asList(readJson(path).files).flatMap(({ target }) => {
    const text = asText(target);
    if (text === undefined) return [];
    const placeholders = { '%slug%': '{locale}', '%document_path%': '{namespace}' };
    const file = translatePath(text, placeholders);
    return [{ path: file, ...(file.includes('{namespace}') ? { prefix: '{namespace}.' } : {}) }];
  });
  return { files };
}

function readLocalazy(path: string): Omit<Described, 'from'> {
  const { download } = readJson(path);
  const files = asMembers(download).files;
  const entries = typeof files === 'string' ? [{ output: files }] : asList(files);
  return {
    files: entries.flatMap(({ output }) => {
      const text = asText(output);
      if (text === undefined) return [];
      return [{ path: translatePath(text, { '${lang}': '{locale}', '${langLsrc}': '{locale}' }) }];
    }),
  };
}
