import { RUNTIME_NAMES, RUNTIMES, type Runtime } from '@parlance/messages';
import { afterEach, describe, expect, it } from 'vitest';
import { Clone } from '../../test/clone.ts';
import { findRuntimes } from './find-runtimes.ts';

let clone: Clone;
afterEach(() => clone.remove());

const foundIn = (files: Readonly<Record<string, unknown>>) => {
  clone = new Clone({});
  for (const [path, content] of Object.entries(files)) clone.write(path, content);
  return findRuntimes(clone.root);
};
const namesIn = (files: Readonly<Record<string, unknown>>) =>
  foundIn(files).map(({ name }) => name);

/** Files that declare a package, in the form that tools write. */
const MANIFESTS: Readonly<Record<string, (name: string) => [path: string, content: unknown][]>> = {
  npm: (name) => [
    ['package.json', { dependencies: { [name]: '^1.0.0' } }],
    ['web/package.json', `\ufeff{ "devDependencies": { "${name}": "1" } }`],
  ],
  pub: (name) => [['app/pubspec.yaml', `name: app\ndependencies:\n  ${name}:\n    sdk: flutter\n`]],
  gem: (name) => [['Gemfile', `source "https://rubygems.org"\ngem "${name}", "~> 8.0"\n`]],
  composer: (name) => [['composer.json', { require: { php: '>=8.2', [name]: '^7.0' } }]],
  gradle: (name) =>
    name.includes(':')
      ? [
          ['lib/build.gradle.kts', `dependencies { implementation("${name}:74.2") }\n`],
          ['lib/build.gradle', `dependencies {\n  api '${name}'\n}\n`],
          ['gradle/libs.versions.toml', `[libraries]\nicu = { module = "${name}" }\n`],
          [
            'a/build.gradle',
            `implementation group: '${name.replace(':', "', name: '")}', version: '1'\n`,
          ],
        ]
      : [
          ['android/app/build.gradle', `plugins {\n  id '${name}'\n}\n`],
          ['build.gradle', `apply plugin: "${name}"\n`],
          ['core/build.gradle.kts', `plugins {\n    id("${name}") version "8.7.0"\n}\n`],
          ['gradle/libs.versions.toml', `[plugins]\napp = { id = "${name}", version = "8" }\n`],
        ],
  files: (name) => [
    [
      `app/${name.replace('*', 'Shop')}`,
      name === 'manifest.json' ? { manifest_version: 3 } : 'QT += core\nTRANSLATIONS = de.ts\n',
    ],
  ],
};

const FACTS = RUNTIME_NAMES.flatMap((name) =>
  Object.entries((RUNTIMES[name] as Runtime).foundBy).flatMap(([registry, names]) =>
    (names as string[]).flatMap((own) =>
      MANIFESTS[registry]!(own).map(([path, content]) => ({ name, own, path, content })),
    ),
  ),
);

describe('the runtimes of a repository', () => {
  it.each(FACTS)('include $name because of $own in $path', ({ name, path, content }) => {
    expect(foundIn({ [path]: content })).toContainEqual({ name, from: [path] });
  });

  it('include the libraries of several programs, each with all files that declare the library', () => {
    expect(
      foundIn({
        'package.json': { workspaces: ['web', 'admin'] },
        'web/package.json': { dependencies: { 'vue-i18n': '11' } },
        'admin/package.json': { dependencies: { 'vue-i18n': '11', 'node-polyglot': '2' } },
        'android/gradle/libs.versions.toml': 'app = { id = "com.android.application" }\n',
        'server/pom.xml':
          '<project><dependencies><!-- <dependency><groupId>x</groupId> --><dependency>\n<groupId>com.ibm.icu</groupId><artifactId>icu4j</artifactId></dependency></dependencies></project>',
        'core/build.gradle.kts': 'plugins {\n    `java`\n}\n',
      }),
    ).toEqual([
      { name: 'vue-i18n', from: ['admin/package.json', 'web/package.json'] },
      { name: 'polyglot', from: ['admin/package.json'] },
      { name: 'android', from: ['android/gradle/libs.versions.toml'] },
      { name: 'java-text', from: ['core/build.gradle.kts', 'server/pom.xml'] },
      { name: 'icu4j', from: ['server/pom.xml'] },
    ]);
  });

  it('do not follow from unrelated files with similar names, comments, scripts or transitive dependencies', () => {
    expect(
      namesIn({
        'public/manifest.json': { name: 'A web app', icons: [] },
        'app/proguard-rules.pro': '-keep class org.example.** { *; }\n',
        'package.json': { scripts: { i18next: 'x' }, name: 'vue-i18n', overrides: { lingui: '1' } },
        'node_modules/vue-i18n/package.json': { dependencies: { 'vue-i18n': '1' } },
        'build.gradle':
          '// id "com.android.application"\n/* apply plugin: "java" */\nsrc = "src/main/java"\n',
        Gemfile: '# gem "rails"\ngem "railties"\n',
      }),
    ).toEqual([]);
  });

  it('include nothing from broken files, which do not stop the search', () => {
    expect(
      namesIn({
        'package.json': '{ "dependencies": ',
        'pubspec.yaml': 'dependencies: [\n',
        'composer.json': '[]',
        'a/package.json': '',
        'b/package.json': { dependencies: { i18next: '26' } },
        'c/manifest.json': '"text"',
        'build.gradle': '/* '.repeat(100_000),
        'pom.xml': '<dependency>'.repeat(50_000),
      }),
    ).toEqual(['i18next', 'java-text']);
  });
});
