import type { TranslationValue } from '@parlance/sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
// The module is imported in advance. Otherwise a save that merges texts would load it and take longer than `settle`
// waits.
import './merge.ts';
import { testRuns } from '../../../../../../scripts/tests/test-runs.ts';
import { FakeService, memoryStore, type Refusal, refusals } from './drafts.fixture.ts';
import { createDrafts, type Drafts } from './drafts.ts';
import { type Base, baseOf, MISSING } from './save-value.ts';

const cellOf = (keyId: string) => ({
  organizationId: 'o',
  projectId: 'p',
  keyId,
  key: keyId,
  locale: 'de',
});

function setUp(service = new FakeService(), store = memoryStore()) {
  const timers: (() => void)[] = [];
  const drafts = createDrafts({
    userId: 'ada',
    store,
    tabs: { post() {}, onMessage() {} },
    valuesOf: () => service.api,
    addKey: (_organizationId, _projectId, name) => service.addKey(name),
    propose: (save) => service.propose(save),
    async revert(change) {
      await Promise.resolve();
      const refusal = service.refuse.shift();
      if (refusal !== undefined) throw refusals[refusal as Refusal]();
      service.reverted.push(change);
      return 2;
    },
    onSessionEnd() {},
    now: () => 0,
    schedule: (_delayMs, run) => timers.push(run),
  });
  /** Waits until all requests and timers have ended. */
  const settle = async () => {
    for (let round = 0; round < 60; round++) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const run of timers.splice(0)) run();
    }
  };
  const shown = (keyId: string): Base => {
    const { text, sourceVersion: version } = service.sourceOf(keyId);
    return { ...baseOf(service.values.get(keyId) ?? null), source: { version, text: text ?? '' } };
  };
  const type = (keyId: string, text: string) => drafts.edit(cellOf(keyId), shown(keyId), text);
  const commit = (keyId: string, state?: TranslationValue['state']) =>
    drafts.commit(cellOf(keyId), shown(keyId), state);
  return { service, store, drafts, settle, type, commit };
}

const stateIn = (drafts: Drafts, keyId: string) => drafts.stateOf(cellOf(keyId)).state;

describe('the store of drafts', () => {
  it('sends nothing for an unchanged text and state', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    service.write('k', 'Hallo');
    type('k', 'Hallo du');
    type('k', 'Hallo');
    commit('k', 'translated');
    commit('missing', 'reviewed');
    await settle();
    expect([service.calls, drafts.list()]).toEqual([0, []]);
  });

  it('proposes the text of a user without write permission, retries after an error, and keeps the value', async () => {
    const { service, store, drafts, settle } = setUp();
    const value = service.write('k', 'Hallo');
    const cell = { ...cellOf('k'), proposes: true as const };
    const saved: unknown[] = [];
    drafts.onSaved((...args) => saved.push(args));
    service.refuse.push('network');
    drafts.edit(cell, baseOf(value), 'Servus');
    drafts.commit(cell, baseOf(value));
    await settle();
    expect(service.proposed).toEqual(['Servus']);
    expect(service.values.get('k')).toEqual(value);
    expect([saved, drafts.list(), await store.list('ada')]).toEqual([[], [], []]);
    expect(drafts.stateOf(cell).state).toBe('clean');
    expect(await drafts.undo()).toMatchObject({ kind: 'nothing' });
  });

  it('creates the key of a plural form on the first save, and uses it for later saves', async () => {
    const { service, store, drafts, settle } = setUp();
    const form = { ...cellOf('row+few'), newKey: 'items_few', pluralCategory: 'few' as const };
    const real = { ...cellOf('key of items_few'), pluralCategory: 'few' as const };
    const seen: string[] = [];
    drafts.onSaved(({ keyId }, value) => seen.push(`${keyId}: ${value?.text}`));
    service.refuse.push('network');
    drafts.edit(form, MISSING, 'два');
    drafts.commit(form, MISSING);
    await settle();
    // The user types before and after the page has received the id of the new key.
    drafts.edit(form, MISSING, 'два файла');
    await settle();
    expect(service.added).toEqual(['items_few']);
    expect(seen).toEqual(['row+few: два']);
    expect(drafts.stateOf(real)).toEqual(drafts.stateOf(form));
    expect(drafts.stateOf(real).text).toBe('два файла');
    drafts.edit(real, MISSING, 'два файла!');
    drafts.commit(real, MISSING);
    await settle();
    expect(service.values.get('key of items_few')).toMatchObject({
      text: 'два файла!',
      version: 2,
    });
    expect(service.added).toEqual(['items_few']);
    expect([drafts.list(), await store.list('ada')]).toEqual([[], []]);
    expect(await drafts.undo()).toMatchObject({ kind: 'undone' });
  });

  it('moves a draft of an earlier page load to the key that its form has received meanwhile', async () => {
    const { service, store, drafts, settle } = setUp();
    const form = { ...cellOf('row+few'), newKey: 'items_few' };
    drafts.edit(form, MISSING, 'два');
    await settle();
    const later = setUp(service, store);
    await later.drafts.ready;
    const real = cellOf('key of items_few');
    expect(later.drafts.stateOf(real).state).toBe('clean');
    later.drafts.adopt(real, form);
    expect(later.drafts.stateOf(real)).toMatchObject({ state: 'draft', text: 'два' });
    later.drafts.commit(real, MISSING);
    await later.settle();
    expect(service.values.get('key of items_few')?.text).toBe('два');
    expect(await store.list('ada')).toEqual([]);
  });

  it('saves all texts on demand with the state needs_review, including texts that a check blocks', async () => {
    const { service, drafts, settle, type } = setUp();
    type('a', 'eins');
    type('b', 'zwei');
    drafts.block(cellOf('b'), ['tag_missing']);
    expect(drafts.stateOf(cellOf('b'))).toMatchObject({
      state: 'blocked',
      checks: ['tag_missing'],
    });
    drafts.saveAll();
    await settle();
    expect([...service.values.values()].map(({ text, state }) => [text, state])).toEqual([
      ['eins', 'needs_review'],
      ['zwei', 'needs_review'],
    ]);
    expect(drafts.list()).toEqual([]);
  });

  it('sends a text and its state in one request, and undoes both', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    service.write('k', 'Hallo', 'needs_review');
    type('k', 'Guten Tag');
    commit('k', 'reviewed');
    expect(drafts.stateOf(cellOf('k'))).toMatchObject({ state: 'saving', text: 'Guten Tag' });
    await settle();
    expect(service.values.get('k')).toMatchObject({ text: 'Guten Tag', state: 'reviewed' });
    expect(service.calls).toBe(1);
    expect(await drafts.undo()).toMatchObject({ kind: 'undone' });
    expect(service.values.get('k')).toMatchObject({ text: 'Hallo', state: 'needs_review' });
  });

  it('restores the text of a reviewed value for people who may not review, and never restores only its state', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    service.write('k', 'Hallo', 'reviewed');
    type('k', 'Hallo!');
    commit('k');
    await settle();
    service.refuse.push('review');
    expect(await drafts.undo()).toMatchObject({ kind: 'undone' });
    expect(service.values.get('k')).toMatchObject({ text: 'Hallo', state: 'translated' });
    service.write('l', 'Tag', 'reviewed');
    type('l', 'Tag');
    commit('l', 'needs_review');
    await settle();
    service.refuse.push('review');
    await expect(drafts.undo()).rejects.toMatchObject({ code: 'role_forbidden' });
    expect(service.values.get('l')).toMatchObject({ text: 'Tag', state: 'needs_review' });
  });

  it('undoes saves of one cell one by one, including the first text of a missing value', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    for (const text of ['eins', 'zwei']) {
      type('k', text);
      commit('k');
      await settle();
    }
    await drafts.undo();
    expect(service.values.get('k')?.text).toBe('eins');
    expect(await drafts.undo()).toMatchObject({ kind: 'undone', value: null });
    expect(service.values.has('k')).toBe(false);
    expect(await drafts.undo()).toEqual({ kind: 'nothing' });
  });

  it('undoes saves and bulk changes newest first, and undoes each bulk change once', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    const change = (changeId: string) => ({ organizationId: 'o', projectId: 'p', changeId });
    for (const changeId of ['one', 'two']) drafts.onChanged(change(changeId));
    type('k', 'eins');
    commit('k');
    await settle();
    drafts.onChanged(change('three'));
    expect(await drafts.undo('one')).toEqual({
      kind: 'undoneChange',
      changeId: 'one',
      conflicts: 2,
    });
    expect(await drafts.undo('one')).toEqual({ kind: 'nothing' });
    service.refuse.push('network');
    await expect(drafts.undo()).rejects.toThrow();
    expect(await drafts.undo()).toMatchObject({ kind: 'undoneChange' });
    expect(await drafts.undo()).toMatchObject({ kind: 'undone', cell: { keyId: 'k' } });
    expect(await drafts.undo()).toMatchObject({ kind: 'undoneChange' });
    expect(await drafts.undo()).toEqual({ kind: 'nothing' });
    expect(service.reverted).toEqual(['one', 'three', 'two'].map(change));
  });

  it('undoes saves in the order in which they were made, not in the order of the responses', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    service.refuse.push('network');
    for (const keyId of ['slow', 'fast']) {
      type(keyId, 'eins');
      commit(keyId);
    }
    await settle();
    expect([...service.values.keys()]).toEqual(['fast', 'slow']);
    expect(await drafts.undo()).toMatchObject({ cell: { keyId: 'fast' } });
    expect(await drafts.undo()).toMatchObject({ cell: { keyId: 'slow' } });
  });

  it('undoes a save whose response has not arrived yet', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    for (const keyId of ['first', 'second']) {
      await settle();
      type(keyId, 'eins');
      commit(keyId);
    }
    expect(await drafts.undo()).toMatchObject({ kind: 'undone', cell: { keyId: 'second' } });
    expect([...service.values.keys()]).toEqual(['first']);
  });

  it('does not undo a save over the edit of another person', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    service.write('k', 'Hallo');
    type('k', 'Guten Tag');
    commit('k');
    await settle();
    service.write('k', 'Servus');
    expect(await drafts.undo()).toMatchObject({ kind: 'changed' });
    expect(service.values.get('k')?.text).toBe('Servus');
  });

  it.each([
    ['the same text', 'Ein neuer Text', 'translated', 'clean', 'Ein neuer Text'],
    ['another state', 'Ein alter Text', 'reviewed', 'clean', 'Ein neuer Text'],
    ['other words', 'Ein alter Satz', 'translated', 'clean', 'Ein neuer Satz'],
    ['the same words', 'Ein schöner Text', 'translated', 'conflict', 'Ein schöner Text'],
  ] as const)(
    'resolves an edit and %s of another person as documented',
    async (_case, text, state, ...end) => {
      const { service, drafts, settle, type, commit } = setUp();
      service.write('k', 'Ein alter Text');
      type('k', 'Ein neuer Text');
      service.write('k', text, state);
      commit('k');
      await settle();
      expect([stateIn(drafts, 'k'), service.values.get('k')?.text]).toEqual(end);
    },
  );

  it('asks when another person has added the missing value, and saves the choice', async () => {
    const { service, drafts, settle, type, commit } = setUp();
    type('k', 'meins');
    service.write('k', 'ihres');
    drafts.commit(cellOf('k'), MISSING);
    await settle();
    expect(drafts.stateOf(cellOf('k'))).toMatchObject({
      state: 'conflict',
      text: 'meins',
      theirs: { text: 'ihres' },
    });
    drafts.resolve(cellOf('k'), 'edit');
    type('k', 'unseres');
    commit('k');
    await settle();
    expect([stateIn(drafts, 'k'), service.values.get('k')?.text]).toEqual(['clean', 'unseres']);
  });

  const word = fc.constantFrom('eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs');
  const keyId = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const step = fc.oneof(
    fc.record({ do: fc.constant('type' as const), keyId, word }),
    fc.record({ do: fc.constant('commit' as const), keyId }),
    fc.record({ do: fc.constant('other' as const), keyId, word }),
    fc.record({ do: fc.constant('reword' as const), keyId, word }),
    fc.record({
      do: fc.constant('refuse' as const),
      refusal: fc.constantFrom<Refusal | 'lost'>(
        'network',
        'session',
        'import',
        'forbidden',
        'lost',
      ),
    }),
    fc.record({ do: fc.constant('wait' as const) }),
    fc.record({ do: fc.constant('reload' as const) }),
  );

  it('asks again about a text or a state whose source string has changed, and keeps the text and the state', async () => {
    const { service, drafts, settle } = setUp();
    service.reword('k', 'Pay now');
    const value = service.write('k', 'Jetzt zahlen');
    const read = { ...baseOf(value), source: { version: 1, text: 'Pay now' } };
    const cell = cellOf('k');
    const conflict = {
      state: 'conflict',
      theirs: value,
      source: { text: 'Do not pay', sourceVersion: 2 },
    };
    service.reword('k', 'Do not pay');
    drafts.commit(cell, read, 'reviewed');
    await settle();
    expect(drafts.stateOf(cell)).toMatchObject({ ...conflict, text: 'Jetzt zahlen' });
    expect(drafts.baseOf(cell)?.source).toEqual({ version: 1, text: 'Pay now' });
    drafts.resolve(cell, 'theirs');
    drafts.edit(cell, read, 'Sofort zahlen');
    drafts.commit(cell, read);
    await settle();
    expect(drafts.stateOf(cell)).toMatchObject({ ...conflict, text: 'Sofort zahlen' });
    drafts.resolve(cell, 'edit');
    expect(drafts.stateOf(cell)).toMatchObject({ state: 'draft', text: 'Sofort zahlen' });
    expect(drafts.baseOf(cell)?.source).toEqual({ version: 2, text: 'Do not pay' });
    drafts.edit(cell, read, 'Nicht zahlen');
    drafts.commit(cell, read, 'reviewed');
    await settle();
    expect(stateIn(drafts, 'k')).toBe('clean');
    expect(service.values.get('k')).toMatchObject({ text: 'Nicht zahlen', state: 'reviewed' });
    service.reword('k', 'Pay later');
    expect(await drafts.undo()).toMatchObject({ kind: 'changed' });
    expect(service.values.get('k')).toMatchObject({ text: 'Nicht zahlen', version: 2 });
  });

  it('asks again about a proposed text whose source string has changed', async () => {
    const { service, drafts, settle } = setUp();
    service.reword('k', 'Pay now');
    const cell = { ...cellOf('k'), proposes: true as const };
    const read = { ...MISSING, source: { version: 0, text: 'Pay' } };
    drafts.edit(cell, read, 'Zahlen');
    drafts.commit(cell, read);
    await settle();
    expect(drafts.stateOf(cell)).toMatchObject({ state: 'conflict', text: 'Zahlen' });
    drafts.resolve(cell, 'mine');
    await settle();
    expect([stateIn(drafts, 'k'), service.proposed]).toEqual(['clean', ['Zahlen']]);
  });

  it('never loses a text when requests fail and other people write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const service = new FakeService();
        const store = memoryStore();
        let tab = setUp(service, store);
        const typed = new Map<string, string>();
        for (const one of steps) {
          if (one.do === 'type') {
            typed.set(one.keyId, one.word);
            tab.type(one.keyId, one.word);
          } else if (one.do === 'commit') tab.commit(one.keyId);
          else if (one.do === 'other') service.write(one.keyId, one.word);
          else if (one.do === 'reword') service.reword(one.keyId, one.word);
          else if (one.do === 'refuse') service.refuse.push(one.refusal);
          else if (one.do === 'wait') await tab.settle();
          else {
            await tab.drafts.flush();
            tab = setUp(service, store);
            await tab.drafts.ready;
          }
        }
        service.refuse.length = 0;
        await tab.settle();
        tab.drafts.retry();
        await tab.settle();
        for (const [name, text] of typed) {
          const status = tab.drafts.stateOf(cellOf(name));
          const isThere = status.text === text || service.written.get(name)?.has(text) === true;
          expect(isThere, `${name}: ${text}, ${JSON.stringify(status)}`).toBe(true);
          expect(['clean', 'draft', 'conflict']).toContain(status.state);
        }
      }),
      { numRuns: testRuns(200) },
    );
  });
});
