import fc from 'fast-check';
import type { Tenant } from '../app/build.ts';
import { bulkStep, performBulk } from './bulk-step.ts';
import { stageImport } from './staged-import.ts';

/** Names of plain keys and of plural families. */
export const NAMES = [
  'a_one',
  'a_few',
  'a_many',
  'a_other',
  'a_zero',
  'b.one',
  'b.other',
  'n_ordinal_one',
  'n_ordinal_two',
  'n_ordinal_few',
  'n_ordinal_other',
  'plain',
  '__proto__',
];
export const LOCALES = ['en', 'de', 'pl', 'ja'];

const name = fc.constantFrom(...NAMES);
const locale = fc.constantFrom(...LOCALES);
const state = fc.constantFrom('translated' as const, 'needs_review' as const, 'reviewed' as const);
const text = fc.constantFrom('x', 'y', 'z');
/** Picks one of the existing objects. */
const pick = fc.nat(1000);

/** A change of a small project by any kind of writer. */
export const contentStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      locale,
      names: fc.uniqueArray(name, { minLength: 1 }),
      text,
      prune: fc.boolean(),
      mode: fc.constantFrom('overwrite' as const, 'keep' as const),
    }),
  },
  fc.record({
    do: fc.constant('say' as const),
    locale,
    family: fc.constantFrom('b', 'c'),
    categories: fc.uniqueArray(fc.constantFrom('one', 'few', 'many', 'other'), { minLength: 1 }),
    text,
  }),
  fc.record({ do: fc.constant('create' as const), name, value: fc.option(text) }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), pick, name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('archive' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), pick, name }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('put' as const), pick, locale, text, state }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), pick, text, state }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('clear' as const), pick }) },
  fc.record({ do: fc.constant('translate' as const), locale, outdated: fc.boolean() }),
  fc.record({ do: fc.constant('purge' as const), locale, removes: fc.boolean() }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('lock' as const),
      pick,
      translatable: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: bulkStep(LOCALES) },
  fc.record({
    do: fc.constant('stage' as const),
    locale,
    names: fc.uniqueArray(name, { minLength: 1 }),
    text,
  }),
  fc.record({
    do: fc.constant('merge' as const),
    locale,
    names: fc.uniqueArray(name, { minLength: 1 }),
    text,
    conflicts: fc.constantFrom('ours' as const, 'theirs' as const),
  }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('revert' as const), pick }) },
  fc.record({ do: fc.constant('enable' as const), locale }),
  fc.record({ do: fc.constant('source' as const), locale }),
  fc.record({
    do: fc.constant('format' as const),
    format: fc.constantFrom('auto' as const, 'i18next' as const, 'ruby' as const, 'icu' as const),
  }),
);
export type ContentStep = typeof contentStep extends fc.Arbitrary<infer One> ? One : never;

/** Keys, values and changes that a step can name. */
export interface Known {
  keyIds: string[];
  valueIds: string[];
  changeIds: string[];
}

export async function readKnown({ client }: Tenant, projectId: string): Promise<Known> {
  const { data: keys } = await client.i18n.keys.list({ projectId, archived: true });
  const { data: values } = await client.i18n.values.list({ projectId, limit: 500 });
  const { data: changes } = await client.i18n.changes.list({ projectId, limit: 20 });
  return {
    keyIds: keys.map(({ id }) => id),
    valueIds: values.map(({ id }) => id!),
    changeIds: changes.map(({ id }) => id),
  };
}

export function performStep(
  tenant: Tenant,
  projectId: string,
  step: ContentStep,
  { keyIds, valueIds, changeIds }: Known,
): Promise<unknown> {
  const { i18n } = tenant.client;
  const at = (ids: readonly string[], index: number): string | undefined => ids[index % ids.length];
  switch (step.do) {
    case 'import': {
      const content = Object.fromEntries(step.names.map((key) => [key, step.text]));
      const { locale, prune, mode } = step;
      return i18n.projects.import({ projectId, locale, content, prune, mode });
    }
    case 'say': {
      const { locale, family, categories, text } = step;
      const items = categories
        .map((category) => `<item quantity="${category}">${text}</item>`)
        .join('');
      const content = `<resources><plurals name="${family}">${items}</plurals></resources>`;
      return i18n.projects.import({ projectId, locale, format: 'android', content });
    }
    case 'create':
      return i18n.keys.create({ projectId, name: step.name, value: step.value ?? undefined });
    case 'translate':
      return tenant.client.translate.jobs.create(
        {
          projectId,
          targetLocales: [step.locale],
          include: step.outdated ? ['missing', 'outdated'] : ['missing'],
        },
        { waitSeconds: 30 },
      );
    case 'purge':
      return i18n.locales.delete({
        projectId,
        localeCode: step.locale,
        deleteValues: true,
        purge: step.removes,
      });
    case 'enable':
      return i18n.locales.create({ projectId, code: step.locale });
    case 'source':
      return i18n.projects.update({ projectId, sourceLocale: step.locale });
    case 'format':
      return i18n.projects.update({ projectId, settings: { messageFormat: step.format } });
    case 'clear': {
      const valueId = at(valueIds, step.pick);
      if (valueId === undefined) return Promise.resolve();
      return i18n.values.delete({ projectId, valueId });
    }
    case 'edit': {
      const valueId = at(valueIds, step.pick);
      if (valueId === undefined) return Promise.resolve();
      return i18n.values.update({ projectId, valueId, text: step.text, state: step.state });
    }
    case 'stage':
      return stage(tenant, projectId, step);
    case 'merge': {
      const content = Object.fromEntries(step.names.map((key) => [key, step.text]));
      const { locale, conflicts } = step;
      return i18n.projects.import({ projectId, locale, content, mode: 'merge', conflicts });
    }
    case 'revert': {
      const changeId = at(changeIds, step.pick);
      if (changeId === undefined) return Promise.resolve();
      return i18n.changes.revert({ projectId, changeId });
    }
    case 'bulk':
      return performBulk(tenant, projectId, step, keyIds);
    default: {
      const keyId = at(keyIds, step.pick);
      return keyId === undefined ? Promise.resolve() : performOnKey(tenant, projectId, step, keyId);
    }
  }
}

type KeyStep = Extract<ContentStep, { do: 'archive' | 'lock' | 'rename' | 'restore' | 'put' }>;

function performOnKey(
  { client: { i18n } }: Tenant,
  projectId: string,
  step: KeyStep,
  keyId: string,
): Promise<unknown> {
  switch (step.do) {
    case 'archive':
      return i18n.keys.delete({ projectId, keyId });
    case 'lock':
      return i18n.keys.update({ projectId, keyId, translatable: step.translatable });
    case 'rename':
      return i18n.keys.update({ projectId, keyId, name: step.name });
    case 'restore':
      return i18n.keys.update({ projectId, keyId, name: step.name, archived: false });
    default: {
      const { locale: localeCode, text, state } = step;
      return i18n.values.put({ projectId, keyId, localeCode, text, state });
    }
  }
}

async function stage(
  tenant: Tenant,
  projectId: string,
  { locale, names, text }: Pick<Extract<ContentStep, { do: 'stage' }>, 'locale' | 'names' | 'text'>,
): Promise<void> {
  const content = Object.fromEntries(names.map((key) => [key, text]));
  const { importId } = await stageImport(tenant, projectId, content, { locale });
  await tenant.client.i18n.imports.apply({ projectId, importId });
}
