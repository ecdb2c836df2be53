import type { Dirent } from 'node:fs';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { globOf } from '@parlance/config';
import { RUNTIME_NAMES, RUNTIMES, type Runtime, type RuntimeName } from '@parlance/messages';
import { load, YAMLException } from 'js-yaml';
import { type ParseError, parse } from 'jsonc-parser';
import { asMembers, type Members } from './described.ts';
import { walk } from './walk.ts';

type Registry = Exclude<keyof Runtime['foundBy'], 'files'>;

/** A library that displays texts, and the files that mention it. */
export interface FoundRuntime {
  readonly name: RuntimeName;
  readonly from: readonly string[];
}

/** Maximum size of a file in bytes. People do not write larger files. */
const MAX_BYTES = 1_000_000;

/** Kinds of files that list the packages of a program, with the registry of these packages. */
const MANIFESTS: readonly {
  readonly file: RegExp;
  readonly registry: Registry;
  packagesOf(text: string): Iterable<string>;
}[] = [
  { file: /^package\.json$/, registry: 'npm', packagesOf: packagesOfNpm },
  { file: /^pubspec\.yaml$/, registry: 'pub', packagesOf: packagesOfPub },
  { file: /^Gemfile$/, registry: 'gem', packagesOf: packagesOfGemfile },
  { file: /^composer\.json$/, registry: 'composer', packagesOf: packagesOfComposer },
  {
    file: /^(build\.gradle(\.kts)?|.*\.versions\.toml)$/,
    registry: 'gradle',
    packagesOf: packagesOfGradle,
  },
  { file: /^pom\.xml$/, registry: 'gradle', packagesOf: packagesOfMaven },
];

/** Tests for files whose names are also used for other purposes: web apps and ProGuard. */
const CONFIRMED: Readonly<Record<string, (text: string) => boolean>> = {
  'manifest.json': (text) => 'manifest_version' in membersOf(text),
  '*.pro': (text) => /^[ \t]*(QT|TEMPLATE|SOURCES|TRANSLATIONS|TARGET)[ \t]*[+*~-]?=/m.test(text),
};

const FILES = RUNTIME_NAMES.flatMap((name) =>
  ((RUNTIMES[name] as Runtime).foundBy.files ?? []).map((pattern) => ({
    name,
    matches: globOf(pattern),
    isConfirmed: CONFIRMED[pattern],
  })),
);

const isWanted = (entry: Dirent): boolean =>
  FILES.some(({ matches }) => matches(entry.name)) ||
  (entry.isFile() && MANIFESTS.some(({ file }) => file.test(entry.name)));

/** Finds the libraries that display texts, by the packages and files that each runtime declares. */
export function findRuntimes(root: string): FoundRuntime[] {
  const found = new Map<RuntimeName, string[]>();
  for (const path of walk(root, isWanted)) {
    for (const name of runtimesIn(join(root, path), path.split('/').at(-1)!)) {
      found.set(name, [...(found.get(name) ?? []), path]);
    }
  }
  return RUNTIME_NAMES.flatMap((name) => {
    const from = found.get(name);
    return from ? [{ name, from: from.sort() }] : [];
  });
}

function runtimesIn(path: string, name: string): Set<RuntimeName> {
  const text = readText(path);
  const named = MANIFESTS.filter(({ file }) => file.test(name)).flatMap(
    ({ registry, packagesOf }) => {
      const packages = new Set(packagesOf(text));
      return RUNTIME_NAMES.filter((one) =>
        (RUNTIMES[one] as Runtime).foundBy[registry]?.some((packageName) =>
          packages.has(packageName),
        ),
      );
    },
  );
  const byName = FILES.filter(
    ({ matches, isConfirmed }) => matches(name) && (isConfirmed?.(text) ?? true),
  );
  return new Set([...named, ...byName.map((one) => one.name)]);
}

function readText(path: string): string {
  const file = statSync(path);
  if (!file.isFile() || file.size > MAX_BYTES) return '';
  return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
}

function membersOf(json: string): Members {
  const mistakes: ParseError[] = [];
  return asMembers(parse(json, mistakes, { allowTrailingComma: true }));
}

const namesIn = (members: Members, lists: readonly string[]): string[] =>
  lists.flatMap((list) => Object.keys(asMembers(members[list])));

function packagesOfNpm(text: string): string[] {
  const lists = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
  return namesIn(membersOf(text), lists);
}

function packagesOfComposer(text: string): string[] {
  return namesIn(membersOf(text), ['require', 'require-dev']);
}

function packagesOfPub(text: string): string[] {
  try {
    return namesIn(asMembers(load(text)), ['dependencies', 'dev_dependencies']);
  } catch (error) {
    if (error instanceof YAMLException) return [];
    throw error;
  }
}

function* packagesOfGemfile(text: string): Generator<string> {
  for (const [, name] of text.matchAll(/^[ \t]*gem[ \t(]+["']([^"'\n]+)["']/gm)) yield name!;
}

/**
 * Yields the plugins and the modules in a build script in Groovy or Kotlin, or in a version catalog. Omits versions.
 */
function* packagesOfGradle(text: string): Generator<string> {
  const code = without(text, '/*', '*/').replace(/^[ \t]*(\/\/|#).*$/gm, '');
  for (const [, quoted] of code.matchAll(/["']([^"'\n]*)["']/g)) {
    yield quoted!.split(':').slice(0, 2).join(':');
  }
  for (const [, group, name] of code.matchAll(
    /\bgroup\s*[=:]\s*["']([^"'\n]+)["']\s*,\s*name\s*[=:]\s*["']([^"'\n]+)["']/g,
  )) {
    yield `${group}:${name}`;
  }
  for (const [, plugins] of code.matchAll(/\bplugins\s*\{([^{}]*)\}/g)) {
    for (const [, plugin] of plugins!.matchAll(/^\s*`?([\w-]+)`?\s*$/gm)) yield plugin!;
  }
}

function* packagesOfMaven(text: string): Generator<string> {
  for (const dependency of without(text, '<!--', '-->').split('<dependency>').slice(1)) {
    const [group, name] = ['groupId', 'artifactId'].map(
      (tag) => new RegExp(`<${tag}>\\s*([^<\\s]+)\\s*</${tag}>`).exec(dependency)?.[1],
    );
    if (group && name) yield `${group}:${name}`;
  }
}

/** Returns a text without its comments. */
const without = (text: string, start: string, end: string): string =>
  text
    .split(start)
    .map((part, index) => {
      if (index === 0) return part;
      const until = part.indexOf(end);
      return until < 0 ? '' : part.slice(until + end.length);
    })
    .join('');
