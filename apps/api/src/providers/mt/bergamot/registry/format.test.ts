import { describe, expect, it } from 'vitest';
import { parseRegistry } from './format.ts';

const SHA = 'a'.repeat(64);

function entry(changes: Record<string, unknown> = {}, files: Record<string, unknown> = {}) {
  return {
    architecture: 'base-memory',
    releaseStatus: 'Release',
    sourceLanguage: 'en',
    targetLanguage: 'de',
    files: {
      model: {
        path: 'models/en-de/x/model.ende.intgemm.alphas.bin.gz',
        uncompressedSize: 31_561_787,
        uncompressedHash: SHA.toUpperCase(),
      },
      lexicalShortlist: { path: 'models/en-de/x/lex.50.50.ende.s2t.bin.gz' },
      vocab: { path: 'models/en-de/x/vocab.ende.spm.gz' },
      ...files,
    },
    metrics: { 'flores200-plus': { bleu: 38.8 } },
    ...changes,
  };
}

function parseOne(value: unknown) {
  return parseRegistry({ models: { 'en-de': [value] } }).get('en-de') ?? null;
}

describe('parseRegistry', () => {
  it("reads an entry of Mozilla's list, the model first", () => {
    expect(parseOne(entry())).toEqual({
      from: 'en',
      to: 'de',
      architecture: 'base-memory',
      releaseStatus: 'Release',
      files: [
        {
          role: 'model',
          path: 'models/en-de/x/model.ende.intgemm.alphas.bin.gz',
          name: 'model.ende.intgemm.alphas.bin',
          sizeBytes: 31_561_787,
          sha256: SHA,
        },
        {
          role: 'vocabulary',
          path: 'models/en-de/x/vocab.ende.spm.gz',
          name: 'vocab.ende.spm',
          sizeBytes: null,
          sha256: null,
        },
      ],
    });
  });

  it('keeps an entry without a shortlist, because shortlists are not used', () => {
    expect(parseOne(entry({}, { lexicalShortlist: undefined }))).toEqual(parseOne(entry()));
  });

  it('reads the two vocabularies of a model with one vocabulary per language', () => {
    const files = {
      vocab: undefined,
      srcVocab: { path: 'm/srcvocab.enzh.spm.gz' },
      trgVocab: { path: 'm/trgvocab.enzh.spm.gz' },
    };
    expect(parseOne(entry({}, files))?.files.map(({ role }) => role)).toEqual([
      'model',
      'sourceVocabulary',
      'targetVocabulary',
    ]);
  });

  it('prefers a released model to a model for testers, and then prefers the architecture that Firefox ships', () => {
    const pick = (...entries: unknown[]): string | undefined => {
      const model = parseRegistry({ models: { 'en-de': entries } }).get('en-de');
      return model && `${model.releaseStatus} ${model.architecture}`;
    };
    const of = (releaseStatus: string | null, architecture: string) =>
      entry({ releaseStatus, architecture });
    expect(pick(of('Release Android', 'tiny'), of('Release', 'base-memory'))).toBe(
      'Release base-memory',
    );
    expect(pick(of('Nightly', 'base-memory'), of('Release Android', 'tiny'))).toBe(
      'Release Android tiny',
    );
    expect(pick(of('Release', 'tiny'), of('Release Desktop', 'base'))).toBe('Release Desktop base');
    expect(pick(of('Nightly', 'tiny'))).toBe('Nightly tiny');
    expect(pick(of('Release', 'next-generation'), of('Release', 'tiny'))).toBe('Release tiny');
  });

  it('omits experiments, which have no release status', () => {
    expect(parseOne(entry({ releaseStatus: null }))).toBeNull();
    expect(parseOne(entry({ releaseStatus: 'Withdrawn' }))).toBeNull();
  });

  it.each([
    ['no checksum', { model: { path: 'm/model.bin.gz', uncompressedSize: 5 } }],
    ['an odd checksum', { model: { path: 'm/model.bin.gz', uncompressedHash: 'abc' } }],
    [
      'an impossible size',
      { model: { path: 'm/model.bin.gz', uncompressedHash: SHA, uncompressedSize: 1e12 } },
    ],
    ['no vocabulary', { vocab: undefined }],
    ['half of the vocabularies', { vocab: undefined, srcVocab: { path: 'm/a.spm.gz' } }],
    ['a path upwards', { vocab: { path: '../../etc/vocab.spm' } }],
    ['an absolute path', { vocab: { path: '/etc/vocab.spm' } }],
    ['another host', { vocab: { path: 'https://elsewhere.example/vocab.spm' } }],
    ['another host without a scheme', { vocab: { path: '//elsewhere.example/vocab.spm' } }],
    ['a query', { vocab: { path: 'm/vocab.spm?x=1' } }],
    ['the name of the lock', { vocab: { path: 'm/lock.json' } }],
    ['a hidden name', { vocab: { path: 'm/.spm' } }],
    ['one name twice', { vocab: { path: 'other/model.ende.intgemm.alphas.bin.gz' } }],
  ])('omits an entry with %s', (_what, files) => {
    expect(parseOne(entry({}, files))).toBeNull();
  });

  it('omits languages whose codes are not valid folder names', () => {
    for (const targetLanguage of ['../de', 'de/at', '', 'd', 'a b', 7])
      expect(parseOne(entry({ targetLanguage })), String(targetLanguage)).toBeNull();
    expect(parseOne(entry({ targetLanguage: 'zh_hant' }))).toBeNull();
    const models = { x: [entry({ targetLanguage: 'zh_hant' })] };
    expect([...parseRegistry({ models }).keys()]).toEqual(['en-zh_hant']);
  });

  it('ignores malformed entries', () => {
    const models = { a: null, b: 'x', c: [null, 1, [], {}, { files: 3 }], 'en-de': [entry()] };
    expect([...parseRegistry({ models }).keys()]).toEqual(['en-de']);
  });

  it('rejects a document that is not a list of models', () => {
    for (const document of [null, [], 'text', {}, { models: [] }, { error: 'denied' }])
      expect(() => parseRegistry(document)).toThrow(TypeError);
  });
});
