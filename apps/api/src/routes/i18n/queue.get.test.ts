import type { LocaleQueue, ProjectQueue, Row } from '@parlance/contracts';
import { pluralCategories } from '@parlance/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRuns } from '../../../../../scripts/tests/test-runs.ts';
import { codeOf, createProject } from '../../../test/app/build.ts';
import {
  type DescribedComments,
  describeComments,
} from '../../../test/content/describe-comments.ts';
import type { Person } from '../../../test/content/describe-proposals.ts';

let projectId: string;
let keyId: string;
let owner: DescribedComments['owner'];
const { join, comment } = describeComments((given) => {
  ({ projectId, keyId, owner } = given);
});

const queueOf = async (person: Person, id = projectId): Promise<ProjectQueue> =>
  (await person.i18n.queue.get({ projectId: id })).data;

/** Returns the numbers of a person in one locale. */
const numbersOf = async (person: Person, code: string | null, id = projectId) => {
  const found = (await queueOf(person, id)).locales.find(({ localeCode }) => localeCode === code);
  if (!found) return null;
  const { localeCode: _, ...numbers } = found;
  return numbers;
};

const propose = (person: Person, localeCode: string, text: string) =>
  person.i18n.proposals.create({ projectId, keyId, localeCode, text });

/** German does not need the form `few`. */
const NAMES = ['plain', 'b', 'a_one', 'a_few', 'a_other'];
const LOCALES = ['de', 'pl'];
const place = { name: fc.constantFrom(...NAMES), locale: fc.constantFrom(...LOCALES) };
const text = fc.constantFrom('x', 'y', 'z');
const did = <Name extends string>(name: Name) => fc.constant(name);

/**
 * A step that changes a project. After any steps, each number in the queue must equal the number of texts that the
 * query behind the number finds.
 */
const step = fc.oneof(
  fc.record({
    do: did('import'),
    locale: fc.constantFrom('en', ...LOCALES),
    names: fc.subarray(NAMES, { minLength: 1 }),
    text,
    prune: fc.boolean(),
  }),
  fc.record({
    do: did('write'),
    ...place,
    text,
    state: fc.constantFrom('translated' as const, 'needs_review' as const, 'reviewed' as const),
  }),
  fc.record({ do: did('clear'), ...place }),
  fc.record({ do: did('propose'), ...place, text }),
  fc.record({ do: fc.constantFrom('decline' as const, 'accept' as const), pick: fc.nat(9) }),
  fc.record({ do: did('ask'), ...place, isOfKey: fc.boolean() }),
  fc.record({ do: did('resolve'), pick: fc.nat(9) }),
  fc.record({ do: fc.constantFrom('archive' as const, 'restore' as const), ...place }),
  fc.record({ do: did('mark'), ...place, translatable: fc.boolean() }),
  fc.record({ do: did('require'), requireReview: fc.boolean() }),
  fc.record({ do: fc.constantFrom('disable' as const, 'enable' as const), ...place }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function perform(one: Step, id: string, contributor: Person): Promise<unknown> {
  const { i18n } = owner;
  const keyOf = async (name: string) =>
    (await i18n.keys.list({ projectId: id, archived: true })).data.find((key) => key.name === name)!
      .id;
  const proposals = async () => (await i18n.proposals.list({ projectId: id })).data;
  const questions = async () => (await i18n.comments.list({ projectId: id, state: 'open' })).data;
  switch (one.do) {
    case 'import': {
      const content = Object.fromEntries(one.names.map((name) => [name, one.text]));
      const { locale, prune } = one;
      return i18n.projects.import({ projectId: id, locale, content, prune });
    }
    case 'propose': {
      const where = { projectId: id, keyId: await keyOf(one.name), localeCode: one.locale };
      return contributor.i18n.proposals.create({ ...where, text: one.text });
    }
    case 'accept':
    case 'decline': {
      const open = await proposals();
      const found = open[one.pick % open.length];
      if (!found) return null;
      const which = { projectId: id, proposalId: found.id };
      if (one.do === 'decline') return i18n.proposals.decline(which);
      return i18n.proposals.accept({ ...which, version: found.baseVersion });
    }
    case 'resolve': {
      const open = await questions();
      const found = open[one.pick % open.length];
      return found && i18n.comments.resolve({ projectId: id, commentId: found.id });
    }
    case 'require':
      return i18n.projects.update({
        projectId: id,
        settings: { requireReview: one.requireReview },
      });
    case 'disable':
    case 'enable':
      return i18n.locales.update({
        projectId: id,
        localeCode: one.locale,
        enabled: one.do === 'enable',
      });
    default:
      return performOnKey(one, id, await keyOf(one.name));
  }
}

type KeyStep = Extract<Step, { name: string }>;

async function performOnKey(one: KeyStep, projectId: string, keyId: string): Promise<unknown> {
  const { i18n } = owner;
  const localeCode = one.locale;
  switch (one.do) {
    case 'write':
      return i18n.values.put({ projectId, keyId, localeCode, text: one.text, state: one.state });
    case 'clear': {
      const { data } = await i18n.values.list({ projectId, locale: localeCode });
      const valueId = data.find((value) => value.keyId === keyId)?.id;
      return valueId && i18n.values.delete({ projectId, valueId });
    }
    case 'ask':
      return i18n.keys.comments.create({
        projectId,
        keyId,
        text: 'Why?',
        kind: 'question',
        ...(!one.isOfKey && { localeCode }),
      });
    case 'mark':
      return i18n.keys.update({ projectId, keyId, translatable: one.translatable });
    default:
      return i18n.keys.update({ projectId, keyId, archived: one.do === 'archive' });
  }
}

/** Counts the texts of a row in a locale that belong to a number of the queue. */
const countIn: Readonly<
  Record<
    Exclude<keyof LocaleQueue, 'localeCode' | 'questions'>,
    (row: Row, code: string, requireReview: boolean) => number
  >
> = {
  missing: ({ family, translatable, values }, code) => {
    if (!translatable) return 0;
    const cell = values[code] ?? null;
    if (!family) return cell === null ? 1 : 0;
    const needed = pluralCategories(code, family.kind, family.domain);
    const written = cell?.forms?.map(({ category }) => category) ?? [];
    return needed.filter((category) => !written.includes(category)).length;
  },
  outdated: ({ translatable, values }, code) =>
    translatable ? formsOf(values[code]).filter(({ outdated }) => outdated).length : 0,
  toReview: ({ family, translatable, values }, code, requireReview) => {
    if (!translatable) return 0;
    const needed: readonly string[] = family
      ? pluralCategories(code, family.kind, family.domain)
      : ['other'];
    return formsOf(values[code]).filter(
      ({ category, state }) =>
        needed.includes(category) &&
        (state === 'needs_review' || (requireReview && state === 'translated')),
    ).length;
  },
  proposals: ({ proposals }, code) => proposals[code] ?? 0,
};

const formsOf = (cell: Row['values'][string] | undefined) =>
  cell ? (cell.forms ?? [{ ...cell, category: 'other' as const }]) : [];

const queryOf = (number: keyof typeof countIn, requireReview: boolean): string =>
  ({
    missing: 'is:missing',
    outdated: 'is:outdated',
    toReview: requireReview ? 'is:needs-review|translated' : 'is:needs-review',
    proposals: 'has:proposal',
  })[number];

/** Compares each number of a person with the rows that it links to. */
async function expectTrueNumbers(person: Person, id: string): Promise<void> {
  const { locales, requireReview } = await queueOf(person, id);
  const page = { projectId: id, limit: 100 };
  const threads = (await person.i18n.comments.list({ ...page, waiting: 'me' })).data;
  const questions = Object.groupBy(threads, ({ localeCode }) => localeCode ?? 'key');
  const ofKeys = await person.i18n.comments.list({ ...page, waiting: 'me', about: 'key' });
  expect(ofKeys.data).toEqual(questions.key ?? []);
  const expected: Record<string, number> = {};
  const actual: Record<string, number> = {};
  for (const [code, own] of Object.entries(questions)) {
    expected[`${code} questions`] = own!.length;
  }
  for (const { localeCode, ...numbers } of locales) {
    if (numbers.questions > 0) actual[`${localeCode ?? 'key'} questions`] = numbers.questions;
    if (localeCode === null || localeCode === 'en') continue;
    for (const [name, count] of Object.entries(countIn)) {
      const number = name as keyof typeof countIn;
      const query = queryOf(number, requireReview);
      const rows = (await person.i18n.rows.list({ ...page, locales: [localeCode], query })).data;
      const counts = rows.map((row) => count(row, localeCode, requireReview));
      actual[`${localeCode} ${name}`] = numbers[number];
      expected[`${localeCode} ${name}`] = counts.reduce((sum, one) => sum + one, 0);
      expect(counts).not.toContain(0);
    }
  }
  expect(actual).toEqual(expected);
}

const REFUSALS = ['no error', 'archived', 'conflict', 'not_found', 'version_conflict'];

describe('i18n.queue.get', () => {
  it('returns counts that match the number of texts behind each link, after any sequence of changes', async () => {
    const [contributor, translator] = [await join('contributor'), await join('translator', ['de'])];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
        const { id } = await createProject(owner.client);
        const content = Object.fromEntries(NAMES.map((name) => [name, 'old']));
        await owner.i18n.projects.import({ projectId: id, locale: 'en', content });
        for (const code of LOCALES) await owner.i18n.locales.create({ projectId: id, code });
        for (const one of steps) {
          expect(REFUSALS).toContain(await codeOf(perform(one, id, contributor)));
        }
        for (const person of [owner, translator]) await expectTrueNumbers(person, id);
        const { data: all } = await owner.client.dashboard.queue({ limit: 500 });
        expect(all.find((one) => one.projectId === id)).toEqual(await queueOf(owner, id));
      }),
      { numRuns: testRuns(6), endOnFailure: true },
    );
  });

  it('counts no texts of untranslatable keys, except proposals', async () => {
    const { id } = await createProject(owner.client);
    const { i18n } = owner;
    const write = (locale: string, text: string) =>
      i18n.projects.import({
        projectId: id,
        locale,
        content: Object.fromEntries(NAMES.map((name) => [name, text])),
      });
    await write('en', 'old');
    for (const locale of ['de', 'pl']) await write(locale, 'alt');
    await write('en', 'new');
    const contributor = await join('contributor');
    const { data: keys } = await i18n.keys.list({ projectId: id });
    const all = keys.map((key) => key.id);
    for (const keyId of all) {
      const place = { projectId: id, keyId, localeCode: 'pl' };
      await i18n.values.put({ ...place, text: 'nowe', state: 'needs_review' });
      await contributor.i18n.proposals.create({ ...place, text: 'nowsze' });
    }
    await expectTrueNumbers(owner, id);
    expect(await numbersOf(owner, 'de', id)).toMatchObject({ outdated: 5 });
    for (const keyId of all) await i18n.keys.update({ projectId: id, keyId, translatable: false });
    await expectTrueNumbers(owner, id);
    await write('en', 'newer');
    await expectTrueNumbers(owner, id);
    const none = { missing: 0, outdated: 0, toReview: 0, questions: 0 };
    expect(await numbersOf(owner, 'de', id)).toEqual({ ...none, proposals: 0 });
    expect(await numbersOf(owner, 'pl', id)).toEqual({ ...none, proposals: 5 });
    for (const keyId of all) await i18n.keys.update({ projectId: id, keyId, translatable: true });
    await expectTrueNumbers(owner, id);
    expect(await numbersOf(owner, 'de', id)).toMatchObject({ outdated: 5 });
  });

  it('counts a value with several proposals once', async () => {
    const [one, other] = [await join('contributor'), await join('contributor')];
    for (const person of [one, other]) await propose(person, 'fr', `Bonjour ${person.id}`);
    expect(await numbersOf(owner, 'fr')).toMatchObject({ proposals: 1, missing: 2 });
  });

  it('contains only the work that the role allows, in the locales of the member', async () => {
    const contributor = await join('contributor');
    await propose(contributor, 'de', 'Servus');
    await comment(contributor, 'Why?', { kind: 'question', localeCode: 'de' });
    await comment(contributor, 'What?', { kind: 'question' });
    const none = { proposals: 0, toReview: 0, questions: 0, outdated: 0, missing: 0 };
    expect(await numbersOf(owner, null)).toEqual({ ...none, questions: 1 });
    const translator = await join('translator', ['de']);
    const { locales } = await queueOf(translator);
    expect(locales).toEqual([
      { ...none, localeCode: 'de', proposals: 1, questions: 1, missing: 1 },
    ]);
    expect(await numbersOf(contributor, 'de')).toEqual({ ...none, missing: 1 });
    expect(await numbersOf(await join('viewer'), 'de')).toEqual(none);
  });

  it('contains reviews only for reviewers, including reviewers by a grant, if the project requires reviewers', async () => {
    const [translator, guest] = [await join('translator'), await join('guest')];
    const { data: key } = await owner.i18n.keys.list({ projectId });
    const hello = key.find(({ name }) => name === 'hello')!.id;
    const needed = { projectId, keyId: hello, localeCode: 'de', state: 'needs_review' } as const;
    await owner.i18n.values.put({ ...needed, text: 'Hallo!' });
    await owner.i18n.members.put({ projectId, userId: guest.id, role: 'reviewer' });
    expect(await numbersOf(translator, 'de')).toMatchObject({ toReview: 1 });
    await owner.i18n.projects.update({ projectId, settings: { whoReviews: 'reviewers' } });
    expect(await numbersOf(translator, 'de')).toMatchObject({ toReview: 0 });
    const { data: of } = await guest.client.dashboard.queue();
    expect(of.map((one) => one.projectId)).toEqual([projectId]);
    expect(of[0]!.locales.find(({ localeCode }) => localeCode === 'de')).toMatchObject({
      toReview: 1,
    });
  });

  it('contains only the languages that the person prefers, with their regions', async () => {
    await owner.i18n.locales.create({ projectId, code: 'fr-CA' });
    const translator = await join('translator');
    const prefer = (languages: unknown) =>
      translator.client.users.me.update({ preferences: { languages } });
    const codes = async () =>
      (await queueOf(translator)).locales.map((locale) => locale.localeCode);
    expect(await codes()).toEqual(['de', 'fr', 'fr-CA']);
    await prefer(['fr']);
    expect(await codes()).toEqual(['fr', 'fr-CA']);
    await prefer('nonsense');
    expect(await codes()).toEqual(['de', 'fr', 'fr-CA']);
  });
});
