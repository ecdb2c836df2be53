import { CHECK_CODES, type CheckCode, type MessageFormat } from '@parlance/messages';
import * as checks from '@parlance/messages/checks';
import type { Row } from '@parlance/sdk';
import { expect, it } from 'vitest';
import { createProject, type Tenant } from '../../../api/test/app/build.ts';
import { describeTenant } from '../../../api/test/app/describe-project.ts';
import { checkText, findingOf } from '../../src/features/editor/cell/findings/check-text.ts';
import { type OpenCell, openCells } from '../../src/features/editor/cell/open-cell.ts';

/** A translation with a finding. */
interface Example {
  readonly source: string;
  readonly text: string;
  /** Message format of the texts. Defaults to `auto`. */
  readonly format?: MessageFormat;
  readonly runtime?: string;
  /** Locale of the translation. Defaults to `de`. */
  readonly locale?: string;
  readonly maxLength?: number;
}

const DAYS = '{n, plural, one {# day} other {# days}}';
const VUE = { runtime: 'vue-i18n' } as const;

/** For each check, an example if the check runs while typing, or else the reason why it does not. */
const CASES: Readonly<Record<CheckCode, Example | { readonly never: string }>> = {
  placeholder_missing: { source: 'Hi {name}', text: 'Hallo' },
  placeholder_duplicated: { source: 'Hi {name}', text: 'Hallo {name} {name}' },
  placeholder_unknown: { source: 'Hi {name}', text: 'Hallo {nom}' },
  placeholder_order: { source: '%s of %d', text: '%d von %s', format: 'printf' },
  tag_missing: { source: 'Open <b>it</b>', text: 'Offen' },
  tag_extra: { source: 'Open it', text: 'Es <b>offen</b>' },
  tag_unbalanced: { source: 'Open <b>it</b>', text: 'Offen <b>es' },
  icu_invalid: { source: 'Hi {name}', text: 'Hallo {name', format: 'icu' },
  icu_structure: { source: '{n, select, a {day} other {days}}', text: 'Tage', format: 'icu' },
  plural_category_missing: { source: DAYS, text: '{n, plural, other {# Tage}}', format: 'icu' },
  plural_category_extra: {
    source: DAYS,
    text: '{n, plural, one {# Tag} few {# Tage} other {# Tage}}',
    format: 'icu',
  },
  empty: { source: 'Save', text: ' ' },
  too_long: { source: 'Save', text: 'Speichern', maxLength: 5 },
  leaked_marker: { source: 'Save it', text: 'Sichern ⟦ alles' },
  edge_whitespace: { source: 'Save', text: 'Speichern ' },
  end_punctuation: { source: 'Save.', text: 'Speichern' },
  glossary_term: { source: 'Save the file', text: 'Die Akte sichern' },
  identical_to_source: { source: 'Save the list to disk now', text: 'Save the list to disk now' },
  line_breaks: { source: 'Save\nnow', text: 'Jetzt sichern' },
  url_changed: { source: 'See https://example.com/a', text: 'Siehe https://example.com/b' },
  entity_changed: { source: 'Terms &amp; more', text: 'Regeln & mehr' },
  outdated: {
    never:
      'It is about the source string of an earlier day. A text that is typed is made from the one of now.',
  },
  unknown_words: {
    never: 'It is about the answer of an engine, and stays until somebody writes another text.',
  },
  tag_content: { source: 'Open <b>it</b> now', text: 'Offen <b></b> jetzt' },
  unknown_syntax: { source: 'Hello ~name~', text: 'Hallo ~nom~' },
  runtime_refused: { source: 'Say hello', text: 'Sag }hallo', ...VUE },
  runtime_misread: { source: 'Files', text: 'Datei | Ordner', ...VUE },
  runtime_forms: {
    source: '%{n} a |||| %{n} b',
    text: '%{n} a |||| %{n} b',
    runtime: 'polyglot',
    format: 'ruby',
    locale: 'pl',
  },
  plural_missing: { source: '{n, plural, other {# x}}', text: 'x', format: 'icu' },
  argument_style: { source: '{p, number, percent}', text: '{p, number}', format: 'icu' },
  argument_pattern: { source: '{n, number, ::.00}', text: '{n, number, ::.0}', format: 'icu' },
  unknown_style: { source: '{n, number}', text: '{n, number, geld}', format: 'icu' },
  placeholder_spacing: { source: 'Hi {name}', text: 'Hallo { name }' },
  invisible_characters: { source: 'Save', text: 'Sich\u200bern' },
  quotes_missing: { source: 'Open "{name}"', text: '{name} öffnen' },
  attribute_extra: { source: '<a href="x">Open</a>', text: '<a href="x" onclick="y">Offen</a>' },
  attribute_missing: {
    source: '<a href="x" title="Open">Open</a>',
    text: '<a href="x">Offen</a>',
  },
};

let tenant: Tenant;
describeTenant(
  (given) => {
    ({ tenant } = given);
  },
  { works: false },
);

/**
 * Creates a project whose texts have the findings of the examples. Returns functions that read the data of the editor.
 */
async function openProject(format: MessageFormat, runtimes: string[] | null) {
  const { i18n } = tenant.client;
  const settings = { messageFormat: format, runtimes };
  const { id: projectId } = await createProject(tenant.client, { settings });
  const load = (locale: string, content: Record<string, string>) =>
    i18n.projects.import({ projectId, locale, content });
  return {
    i18n,
    projectId,
    async fill(texts: Readonly<Record<string, { source?: string; text: string }>>, locale = 'de') {
      const sources = Object.entries(texts).flatMap(([key, { source }]) =>
        source === undefined ? [] : [[key, source]],
      );
      await load('en', Object.fromEntries(sources));
      await load(
        locale,
        Object.fromEntries(Object.entries(texts).map(([key, { text }]) => [key, text])),
      );
    },
    /** Returns the cells of the editor in a locale, with the data that it loads when they are open. */
    async cells(locale = 'de'): Promise<OpenCell[]> {
      const rows = await Array.fromAsync(i18n.rows.listAll({ projectId, locales: [locale] }));
      const open = rows.flatMap((row: Row) =>
        openCells(row, {
          organizationId: tenant.organizationId,
          projectId,
          format,
          runtimes,
          locale,
          checks: {},
          requireReview: false,
          engine: null,
          dir: 'ltr',
          sourceLocale: 'en',
          sourceDir: 'ltr',
        }),
      );
      return Promise.all(
        open.map(async (cell) => {
          const call = { projectId, keyId: cell.keyId, locale };
          return { ...cell, known: (await i18n.keys.suggestions(call)).data };
        }),
      );
    },
    /** Returns the findings of the service and of the browser for the text of a cell. */
    async both(cell: OpenCell) {
      const { data } = await i18n.findings.get({ projectId, valueId: cell.value!.id });
      const stored = data.findings.map(({ ignored: _, ...finding }) => findingOf(finding));
      return { stored, typed: checkText(checks, cell, cell.value!.text) };
    },
  };
}

const codesOf = (findings: readonly { code: string }[]) => findings.map(({ code }) => code);

it('each check has the same findings while typing as on the service, or a reason for having no findings', async () => {
  const groups = Object.groupBy(
    CHECK_CODES.filter((code) => !('never' in CASES[code])),
    (code) => {
      const { format = 'auto', runtime = null, locale = 'de' } = exampleOf(code);
      return JSON.stringify([format, runtime, locale]);
    },
  );
  const seen: CheckCode[] = [];
  for (const [group, codes] of Object.entries(groups)) {
    const [format, runtime, locale] = JSON.parse(group);
    const project = await openProject(format, runtime && [runtime]);
    const { i18n, projectId } = project;
    const examples = Object.fromEntries(codes!.map((code) => [code, exampleOf(code)]));
    await project.fill(examples, locale);
    if (codes!.includes('unknown_syntax')) {
      const code = ['~user~', '~city~', '~date~', '~file~', '~team~'];
      const others = code.map((word, index) => [
        `code${index}`,
        { source: `Go to ${word} now`, text: word },
      ]);
      await project.fill(Object.fromEntries(others));
    }
    const translations = { de: 'Datei' };
    await i18n.glossary.create({ projectId, term: 'file', translations });
    const { data: keys } = await i18n.keys.list({ projectId, limit: 100 });
    for (const { id, name } of keys) {
      const { maxLength } = CASES[name as CheckCode] ? exampleOf(name as CheckCode) : {};
      if (maxLength) await i18n.keys.update({ projectId, keyId: id, maxLength });
    }
    for (const cell of await project.cells(locale)) {
      const { stored, typed } = await project.both(cell);
      expect({ key: cell.key, found: typed }).toEqual({ key: cell.key, found: stored });
      const code = cell.key as CheckCode;
      if (codesOf(typed).includes(code)) seen.push(code);
    }
  }
  const silent = CHECK_CODES.filter((code) => !seen.includes(code));
  expect(silent).toEqual(CHECK_CODES.filter((code) => 'never' in CASES[code]));
});

const exampleOf = (code: CheckCode): Example => CASES[code] as Example;

it('the forms of a family have the same findings while typing as on the service', async () => {
  const project = await openProject('auto', null);
  const { i18n, projectId } = project;
  await i18n.glossary.create({ projectId, term: 'file', translations: { de: 'Datei' } });
  await project.fill({
    files_one: { source: '{{count}} file', text: 'Eine Akte' },
    files_other: { source: '{{count}} files in {{place}}', text: '{{count}} Akten in {{place}}' },
    texts_one: { source: 'One text in {{place}}', text: 'Ein Text' },
    texts_other: { source: '{{count}} texts in {{place}}', text: '{{count}} Texte in {{place}}' },
    alone: { text: 'Ohne Quelle ' },
  });
  const { data: keys } = await i18n.keys.list({ projectId });
  const keyId = keys.find(({ name }) => name === 'files_one')!.id;
  await i18n.keys.update({ projectId, keyId, maxLength: 4 });
  const found = new Map<string, string[]>();
  for (const cell of await project.cells()) {
    const { stored, typed } = await project.both(cell);
    expect(typed).toEqual(stored);
    found.set(`${cell.key} ${cell.pluralCategory ?? ''}`.trim(), codesOf(typed));
  }
  expect(Object.fromEntries(found)).toEqual({
    'files one': ['too_long', 'glossary_term'],
    'files other': ['glossary_term'],
    'texts one': ['placeholder_missing'],
    'texts other': [],
    alone: [],
  });
});

it('a check that is disabled or has another severity in a project also has this setting while typing', async () => {
  const project = await openProject('auto', null);
  await project.fill({ a: { source: 'Save.', text: 'Sichern ' } });
  const [cell] = await project.cells();
  const levels = { edge_whitespace: 'error', end_punctuation: 'off' } as const;
  expect(checkText(checks, { ...cell!, checks: levels }, 'Sichern ')).toMatchObject([
    { code: 'edge_whitespace', severity: 'error' },
  ]);
});

it('a term is found while typing after line breaks of two characters, which the editor counts as one character', async () => {
  const project = await openProject('auto', null);
  const { i18n, projectId } = project;
  await i18n.glossary.create({ projectId, term: 'file', translations: { de: 'Datei' } });
  await project.fill({ a: { source: 'Save\r\nthe file', text: 'Die\r\nAkte sichern' } });
  const [cell] = await project.cells();
  const at = { start: 9, end: 13, side: 'source' };
  expect((await project.both(cell!)).typed).toMatchObject([{ code: 'glossary_term', at }]);
});
