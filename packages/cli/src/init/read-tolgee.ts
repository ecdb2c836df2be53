import { readFileSync } from 'node:fs';
import {
  asList,
  asMembers,
  asText,
  type Described,
  readJson,
  readYaml,
  translatePath,
} from './described.ts';

/** File name extensions of Tolgee's formats, by the first part of the format's name. */
const EXTENSIONS: readonly (readonly [format: string, extension: string])[] = [
  ['ANDROID', 'xml'],
  ['APPLE_STRINGS', 'strings'],
  ['APPLE_XLIFF', 'xliff'],
  ['CSV', 'csv'],
  ['PO', 'po'],
  ['XLIFF', 'xliff'],
  ['YAML', 'yaml'],
];

/** Reads the configuration of Tolgee's command line tool, in JSON or YAML. */
export function readTolgee(path: string): Omit<Described, 'from'> {
  const isJson = readFileSync(path, 'utf8').trimStart().startsWith('{');
  const { push, pull, format } = isJson ? readJson(path) : readYaml(path);
  const template =
    asText(asMembers(push).filesTemplate) ?? asText(asMembers(pull).fileStructureTemplate);
  const paths = template === undefined ? listedFiles(asList(asMembers(push).files)) : [template];
  const extension = EXTENSIONS.find(([name]) => asText(format)?.startsWith(name))?.[1] ?? 'json';
  const files = paths.map((path) => {
    const file = translatePath(path, {
      '{languageTag}': '{locale}',
      '{snakeLanguageTag}': '{locale:posix}',
      '{androidLanguageTag}': '{locale:android}',
      '{extension}': extension,
    });
    return { path: file, ...(file.includes('{namespace}') ? { prefix: '{namespace}.' } : {}) };
  });
  return { files };
}

function listedFiles(entries: readonly Record<string, unknown>[]): string[] {
  const patterns = entries.flatMap(({ path, language, namespace }) => {
    const [file, tag, part] = [asText(path), asText(language), asText(namespace)];
    if (file === undefined || tag === undefined) return [];
    return [replacePart(replacePart(file, tag, '{languageTag}'), part ?? '', '{namespace}')];
  });
  return [...new Set(patterns)];
}

/** Replaces the last folder or file name that equals `part` by a placeholder. */
function replacePart(path: string, part: string, placeholder: string): string {
  if (part === '') return path;
  const pieces = path.split(/(?<=[/.])|(?=[/.])/);
  const at = pieces.lastIndexOf(part);
  return at < 0 ? path : pieces.with(at, placeholder).join('');
}
