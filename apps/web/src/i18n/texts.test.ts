import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AUDIT_ACTIONS,
  AUDIT_REASONS,
  AuditEntry,
  ENGINE_FAULTS,
  ImportResult,
  SCOPES,
  WARNING_CODES,
} from '@parlance/contracts';
import {
  CHECK_CODES,
  familyJoint,
  familyNames,
  findPluralFamilies,
  ICU_FAULT_REASONS,
  ICU_STRUCTURE_REASONS,
  PLACEHOLDER_REASONS,
  type PluralCategory,
  TAG_CONTENT_REASONS,
  verifyMessage,
} from '@parlance/messages';
import { describe, expect, it } from 'vitest';
import { HIDDEN_FACTS } from '../features/audit/facts.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, path), 'utf8');
const filesOf = (language: string): string[] =>
  globSync('*.json', { cwd: join(import.meta.dirname, language) }).sort();

/** Returns the texts of a file by key. */
function textsOf(path: string): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (value: unknown, name: string): void => {
    if (typeof value === 'string') texts.set(name, value);
    else for (const [key, child] of Object.entries(value as object)) add(child, `${name}.${key}`);
  };
  for (const [key, child] of Object.entries(JSON.parse(read(path)))) add(child, key);
  return texts;
}

const OPTIONS = { format: 'i18next', sourceLocale: 'en' } as const;

/** Returns the keys that a language needs, with the English text of each. */
function neededOf(english: ReadonlyMap<string, string>, language: string) {
  const members = findPluralFamilies(english.keys(), OPTIONS);
  const needed = new Map<string, { source: string; pluralCategory?: PluralCategory }>();
  for (const [key, source] of english) {
    const member = members.get(key);
    if (!member) needed.set(key, { source });
    for (const { name, category } of member ? familyNames(member, language) : []) {
      const other = `${member!.family}${familyJoint(member!)}other`;
      needed.set(name, {
        source: english.get(name) ?? english.get(other)!,
        pluralCategory: category,
      });
    }
  }
  return needed;
}

const ENGLISH = filesOf('en');
const LANGUAGES = globSync('*/common.json', { cwd: import.meta.dirname })
  .map((file) => file.slice(0, 2))
  .filter((language) => language !== 'en');

describe('the English texts of the web app', () => {
  it('have types, and belong to parts that the app loads', () => {
    const types = read('keys.d.ts');
    const setup = read('setup.ts');
    for (const file of ENGLISH) {
      expect(types).toContain(`'./en/${file}'`);
      if (file === 'common.json') expect(setup).toContain("'./en/common.json'");
      else expect(read(`parts/${file.replace('.json', '.ts')}`)).toContain(`'../en/${file}'`);
    }
  });

  it('include a name for each check in the editor and in the settings', () => {
    const editor = textsOf('en/editor.json');
    const settings = new Map(ENGLISH.flatMap((file) => [...textsOf(`en/${file}`)]));
    for (const code of CHECK_CODES) {
      expect([
        code,
        editor.has(`cell.check.${code}`),
        settings.has(`settings.checks.${code}`),
      ]).toEqual([code, true, true]);
    }
  });

  it('define each key in one file', () => {
    const keys = ENGLISH.flatMap((file) => [...textsOf(`en/${file}`).keys()]);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    expect(keys.length).toBeGreaterThan(1000);
  });
});

describe('the texts of the web app', () => {
  it('contain the visible text of a control in its accessible name', () => {
    // The text of this key is the title of a dialog, not a visible label.
    const TITLES = new Set(['glossary.edit']);
    const pairs = globSync('*/*.json', { cwd: import.meta.dirname }).flatMap((file) => {
      const texts = textsOf(file);
      return [...texts].flatMap(([key, name]) => {
        const shown = key.endsWith('Named') ? texts.get(key.slice(0, -'Named'.length)) : undefined;
        if (shown === undefined || TITLES.has(key.slice(0, -'Named'.length))) return [];
        return [{ file, key, name: name.toLowerCase(), shown: shown.toLowerCase() }];
      });
    });
    expect(pairs.length).toBeGreaterThan(50);
    expect(pairs.filter(({ name, shown }) => !name.includes(shown))).toEqual([]);
  });

  it('contain no percent sign after a placeholder, because the app formats percentages', () => {
    const files = globSync('*/*.json', { cwd: import.meta.dirname });
    const own = files.flatMap((file) =>
      [...textsOf(file)]
        .filter(([, text]) => /\}\}\s*[%٪]/.test(text))
        .map(([key]) => `${file} ${key}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(own).toEqual([]);
  });
});

describe('the English texts of findings', () => {
  it('explain every fault of a message and every difference in structure', () => {
    const texts = textsOf('en/findings.json');
    const missing = [
      ...ICU_FAULT_REASONS.map((reason) => `finding.icu_invalid.${reason}`),
      ...ICU_STRUCTURE_REASONS.map((reason) => `finding.icu_structure.${reason}`),
      ...TAG_CONTENT_REASONS.map((reason) => `finding.tag_content.${reason}`),
      ...PLACEHOLDER_REASONS.map((reason) => `finding.placeholder_missing.${reason}`),
    ].filter((key) => !texts.has(key));
    expect(missing).toEqual([]);
  });
});

describe('the English texts of failed translations', () => {
  it('explain every fault of an engine', () => {
    const texts = textsOf('en/findings.json');
    const missing = ENGINE_FAULTS.filter((fault) => !texts.has(`failure.engine.${fault}`));
    expect(missing).toEqual([]);
  });
});

describe('the English texts of warnings', () => {
  it('explain every warning code of an import', () => {
    expect([...textsOf('en/warnings.json').keys()]).toEqual(
      WARNING_CODES.map((code) => `warning.${code}`),
    );
  });
});

describe('the English texts of the audit log', () => {
  /** Returns the names of the details of audit entries. A nested member gets the names of both levels. */
  const namesOf = (properties: object): string[] =>
    Object.entries(properties).flatMap(([name, schema]) => {
      if (name === 'before' || name === 'after') return namesOf(schema.properties);
      if (!schema.properties || name === 'amount') return [name];
      return namesOf(schema.properties).map((inner) => `${name}_${inner}`);
    });

  it('name every action, reason, scope and detail of the contract', () => {
    const texts = [...textsOf('en/audit.json').keys(), ...textsOf('en/people.json').keys()];
    const { properties } = AuditEntry.properties.details;
    const names = namesOf({ ...properties, values: ImportResult.properties.values });
    const missing = [
      ...AUDIT_ACTIONS.map((action) => `audit.actions.${action}`),
      ...AUDIT_REASONS.map((reason) => `audit.reasons.${reason}`),
      ...SCOPES.map((scope) => `members.scopes.${scope}`),
      ...names
        .filter((name) => !HIDDEN_FACTS.includes(name))
        .map((name) => `audit.details.${name}`),
    ].filter((key) => !texts.includes(key));
    expect(missing).toEqual([]);
  });
});

describe.each(LANGUAGES)('the texts of the web app in %s', (language) => {
  it('belong to a language that the app offers, and have the same files as English', () => {
    expect(read('languages.ts')).toMatch(new RegExp(`^  ${language}: '`, 'm'));
    expect(filesOf(language)).toEqual(ENGLISH);
  });

  it.each(ENGLISH)('have the keys, placeholders and tags of the English file %s', (file) => {
    const needed = neededOf(textsOf(`en/${file}`), language);
    const texts = textsOf(`${language}/${file}`);
    expect([...texts.keys()].sort()).toEqual([...needed.keys()].sort());
    const faults = [...needed].flatMap(([key, { source, pluralCategory }]) => {
      const options = { ...OPTIONS, targetLocale: language };
      return verifyMessage(source, texts.get(key)!, {
        ...options,
        ...(pluralCategory !== undefined && { pluralCategory }),
      }).map(({ code, detail }) => `${key}: ${code}, ${detail}`);
    });
    expect(faults).toEqual([]);
  });
});
