import { MessageFormat } from 'messageformat';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Tenant, translateProject } from '../../../../test/app/build.ts';
import { describeProject } from '../../../../test/app/describe-project.ts';
import { bring } from '../../../../test/content/import.ts';
import { createScriptedEngine, directoryOf } from '../../../../test/engines/scripted-engine.ts';

const FILES =
  '.input {$n :number}\n.match $n\none {{{$n} file in {$dir}}}\n* {{{$n} files in {$dir}}}';

const engine = createScriptedEngine();
let tenant: Tenant;
let projectId: string;
describeProject(
  (given) => {
    ({ tenant, projectId } = given);
  },
  { overrides: { engines: directoryOf(engine) } },
);
const i18n = () => tenant.client.i18n;

/** Returns what the library messageformat shows for a key with only the published bundle. */
async function shownBy(locale: string) {
  const { data } = await i18n().bundles.get({
    projectId,
    environment: 'production',
    localeCode: locale,
    shape: 'flat',
  });
  const messages = data.messages as Record<string, string>;
  return (key: string, values: Record<string, unknown>) =>
    new MessageFormat(locale, messages[key]!, { bidiIsolation: 'none' }).format(values);
}

describe.each(['mf2', 'auto'] as const)('a project with the message format %s', (messageFormat) => {
  beforeEach(async () => {
    await i18n().projects.update({ projectId, settings: { messageFormat } });
  });

  it('translates only the words of MessageFormat 2, into the plural categories of each locale', async () => {
    engine.calls.length = 0;
    await bring(tenant, { id: projectId }, { files: FILES }, { targetLocales: ['de', 'ru', 'ja'] });
    await translateProject(tenant, projectId);
    const bodies = engine.calls.flatMap(({ segments }) => segments.map(({ body }) => body));
    for (const body of bodies) expect(body).not.toMatch(/input|match|\bone\b/);
    await i18n().releases.create({ projectId, environment: 'production' });
    for (const locale of ['de', 'ru', 'ja']) {
      const show = await shownBy(locale);
      for (const n of [0, 1, 2, 5, 21, 1.5]) {
        const number = new Intl.NumberFormat(locale).format(n);
        expect(show('files', { n, dir: 'x' })).toMatch(new RegExp(`^${number} FILES? IN x$`));
      }
    }
    const { data } = await i18n().values.list({ projectId, locale: 'ru' });
    expect(data[0]!.text).toContain('\nfew {{{$n} FILES IN {$dir}}}\nmany {{');
  });

  it('reports a source text that is not valid only if the format is certain', async () => {
    await bring(tenant, { id: projectId }, { a: '.match $n * {{A}}', b: 'Hello {$name}' });
    const { data } = await i18n().values.list({ projectId, locale: 'en' });
    const checks = messageFormat === 'mf2' ? ['icu_invalid'] : [];
    expect(data.map((value) => value.checks)).toEqual([checks, []]);
  });

  it('reports a translation that is not valid, lacks a category or changes a declaration', async () => {
    await bring(tenant, { id: projectId }, { files: FILES }, { targetLocales: ['ru'] });
    const codesFor = async (text: string) => {
      const { data } = await bring(
        tenant,
        { id: projectId },
        { files: text },
        { locale: 'ru' },
      ).then(() => i18n().values.list({ projectId, locale: 'ru' }));
      return data[0]!.checks;
    };
    expect(await codesFor(FILES.replace('* {{', '{{'))).toContain('icu_invalid');
    expect(await codesFor(FILES)).toContain('plural_category_missing');
    expect(await codesFor(FILES.replace(':number', ':integer'))).toContain('icu_structure');
    expect(await codesFor(FILES.replaceAll('{$dir}', '{$folder}'))).toContain(
      'placeholder_missing',
    );
  });
});
