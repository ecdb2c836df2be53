import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { build, type Plugin } from 'rolldown';
import { compileScript, parse } from 'vue/compiler-sfc';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

/** Shows the texts of the app in a folder with its library. Returns null if the program is not installed. */
type Show = (folder: string) => Promise<string | null>;

interface Stack {
  readonly page: string;
  /** The file that a pull writes. */
  readonly pulled: string;
  readonly show: Show;
}

const VUE: Plugin = {
  name: 'vue',
  transform(code, id) {
    if (!id.endsWith('.vue')) return null;
    const { descriptor } = parse(code);
    return compileScript(descriptor, { id, inlineTemplate: true }).content;
  },
};

/** Bundles a program of the folder and runs it. */
async function runBundled(folder: string, name: string, program: string): Promise<string> {
  writeFileSync(join(folder, name), program);
  const file = join(folder, 'shown.mjs');
  await build({
    cwd: folder,
    input: name,
    platform: 'node',
    plugins: [VUE],
    // Resolves the libraries of the checks first, then those of the web app.
    resolve: {
      modules: [
        'node_modules',
        join(ROOT, 'scripts/libraries/node_modules'),
        join(ROOT, 'node_modules'),
      ],
    },
    logLevel: 'silent',
    output: { file, format: 'esm', codeSplitting: false },
  });
  return (await run(process.execPath, [file])).stdout;
}

const REACT = `
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import './src/i18n.js';
import App from './src/App.jsx';
console.log(renderToString(createElement(App)));
`;

const VUE_APP = `
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import i18n from './src/i18n.js';
import App from './src/App.vue';
console.log(await renderToString(createSSRApp(App).use(i18n)));
`;

/** Reads config/locales and renders a view, as Rails does. */
const RAILS = `
require 'i18n'
require 'erb'
I18n.load_path = Dir['config/locales/*.yml']
I18n.locale = I18n.available_locales.include?(:es) ? :es : :en
def t(...) = I18n.t(...)
puts ERB.new(File.read('app/views/carts/show.html.erb')).result(binding)
`;

/** Compiles the catalogs, including unreviewed texts, and renders the texts of the view, as Django does. */
const DJANGO = `
import gettext, glob, os, subprocess
for po in glob.glob('locale/*/LC_MESSAGES/django.po'):
    subprocess.run(['msgfmt', '--use-fuzzy', '-o', po[:-2] + 'mo', po], check=True)
locale = 'es' if os.path.exists('locale/es') else 'en'
of = gettext.translation('django', 'locale', [locale])
print(of.gettext('Your cart'))
print(of.gettext('Good morning, %(name)s') % {'name': 'Ada'})
print(of.ngettext('%(count)d item', '%(count)d items', 3) % {'count': 3})
`;

/** True if a program is installed on this machine. */
const isHere = (program: string, ...argv: string[]): Promise<boolean> =>
  run(program, argv).then(
    () => true,
    () => false,
  );

export const STACKS: readonly Stack[] = [
  {
    page: 'docs/stacks/react.md',
    pulled: 'src/locales/es.json',
    show: (folder) => runBundled(folder, 'show.jsx', REACT),
  },
  {
    page: 'docs/stacks/vue.md',
    pulled: 'src/locales/es.json',
    show: (folder) => runBundled(folder, 'show.js', VUE_APP),
  },
  {
    page: 'docs/stacks/rails.md',
    pulled: 'config/locales/es.yml',
    // The app is shown only on machines with Ruby.
    show: async (folder) => {
      const hasI18n = await isHere('ruby', '-ri18n', '-e', '');
      return hasI18n ? (await run('ruby', ['-e', RAILS], { cwd: folder })).stdout : null;
    },
  },
  {
    page: 'docs/stacks/django.md',
    pulled: 'locale/es/LC_MESSAGES/django.po',
    show: async (folder) => {
      const hasAll =
        (await isHere('msgfmt', '--version')) && (await isHere('python3', '--version'));
      return hasAll ? (await run('python3', ['-c', DJANGO], { cwd: folder })).stdout : null;
    },
  },
  // Flutter is not installed on any machine that runs the check.
  { page: 'docs/stacks/flutter.md', pulled: 'lib/l10n/app_es.arb', show: async () => null },
];

/** Returns the texts of a pulled file in any order. The texts with a name are the greeting. */
export function textsOf(folder: string, path: string): string[] {
  const content = readFileSync(join(folder, path), 'utf8');
  if (path.endsWith('.po')) {
    return [...content.matchAll(/^msgstr(?:\[\d\])? "(.+)"$/gm)].map(([, text]) => text!);
  }
  const texts: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
  };
  walk(load(content));
  return texts;
}
