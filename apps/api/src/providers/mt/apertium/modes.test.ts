import { rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeInstallation,
  makeInstallation,
} from '../../../../test/engines/apertium/installation.ts';
import { ModeCatalog } from './modes.ts';

let installation: FakeInstallation;
let catalog: ModeCatalog;

beforeEach(async () => {
  installation = await makeInstallation();
  catalog = new ModeCatalog(installation.dataDir);
});
afterEach(() => installation.remove());

const addModes = async (...names: string[]) => {
  for (const name of names) await installation.addMode(name, 'sed -u p');
};

const nameOf = (source: string, target: string): string | undefined => {
  const found = catalog.find(source, target);
  return 'mode' in found ? found.mode.name : undefined;
};

const reasonFor = (source: string, target: string): string => {
  const found = catalog.find(source, target);
  return 'reason' in found ? found.reason : '';
};

describe('installed pairs', () => {
  it('can be found by BCP 47 tags, with any kind of codes in their names', async () => {
    await addModes('eng-spa', 'en-gl', 'es-pt', 'es-pt_BR', 'hbs-eng', 'dan-nob');
    expect(nameOf('en', 'es')).toBe('eng-spa');
    expect(nameOf('en', 'gl')).toBe('en-gl');
    expect(nameOf('es', 'pt-BR')).toBe('es-pt_BR');
    expect(nameOf('es', 'pt')).toBe('es-pt');
    expect(nameOf('hr', 'en')).toBe('hbs-eng');
    expect(nameOf('da', 'no')).toBe('dan-nob');
    expect(nameOf('es', 'en')).toBeUndefined();
  });

  it('serve regional locales that have no separate pair, and report an inexact match', async () => {
    await addModes('eng-spa', 'es-pt', 'es-pt_BR');
    expect(catalog.find('en-GB', 'es-MX')).toMatchObject({
      mode: { name: 'eng-spa', source: 'en', target: 'es' },
      isExact: false,
    });
    expect(catalog.find('en', 'es')).toMatchObject({ isExact: true });
    expect(nameOf('es-AR', 'pt-PT')).toBe('es-pt');
    expect(catalog.find('es', 'pt-BR')).toMatchObject({ isExact: true });
  });

  it('prefer the plain mode to its variants', async () => {
    await addModes(
      'eng-cat_valencia_uni',
      'eng-cat_iec2017',
      'eng-cat',
      'eng-cat_valencia',
      'nob-nno_e',
    );
    expect(nameOf('en', 'ca')).toBe('eng-cat');
    expect(nameOf('en', 'ca-valencia')).toBe('eng-cat_valencia');
    expect(nameOf('nb', 'nn')).toBe('nob-nno_e');
  });

  it('come only from files whose names consist of two known codes', async () => {
    await addModes('eng-spa-tagger', 'tdan-nno', 'eng-xx;id', 'eng-$(id)', 'before', 'nno-nno_e');
    await installation.addMode('eng-cat', 'sed -u p');
    expect(catalog.modes.map(({ name }) => name)).toEqual(['eng-cat']);
  });

  it('change when a pair is added or removed', async () => {
    await addModes('eng-spa');
    expect(nameOf('en', 'gl')).toBeUndefined();
    const before = catalog.fingerprint;
    const file = await installation.addMode('en-gl', 'sed -u p');
    expect(nameOf('en', 'gl')).toBe('en-gl');
    expect(catalog.fingerprint).not.toBe(before);
    await rm(file);
    expect(nameOf('en', 'gl')).toBeUndefined();
    expect(catalog.fingerprint).toBe(before);
  });

  it('get a new stamp when their file is replaced', async () => {
    const file = await installation.addMode('eng-spa', 'sed -u p');
    const before = catalog.modes[0]?.stamp;
    await rm(file);
    await installation.addMode('eng-spa', 'sed -u p');
    await utimes(file, new Date(0), new Date(0));
    await addModes('en-gl');
    expect(catalog.modes.find(({ name }) => name === 'eng-spa')?.stamp).not.toBe(before);
  });
});

describe('the reason for a missing pair', () => {
  it('names the Debian package to install', async () => {
    expect(reasonFor('en', 'es')).toContain('apt-get install apertium apertium-eng-spa');
    await addModes('en-gl');
    expect(reasonFor('en-GB', 'es-MX')).toMatch(/pair for en-GB to es-MX.*apertium-eng-spa$/);
  });

  it('states that no package contains the pair', async () => {
    await addModes('eng-spa');
    expect(reasonFor('en', 'fr')).toBe('Apertium has no packaged pair for en to fr');
    expect(reasonFor('en-GB', 'en-US')).toContain('variants of a language');
    expect(reasonFor('en_US', 'es')).not.toBe('');
  });

  it('exists if the data folder does not exist', () => {
    const absent = new ModeCatalog(join(installation.dataDir, 'nowhere'));
    expect(absent.find('en', 'es')).toHaveProperty('reason');
    expect(absent.modes).toEqual([]);
  });

  it('names a missing program if only the data is installed', async () => {
    await addModes('eng-spa');
    const found = new ModeCatalog(installation.dataDir, []).find('en', 'es');
    expect(found).toMatchObject({ reason: expect.stringContaining('bash') });
  });
});
