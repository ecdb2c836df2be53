import { afterEach, describe, expect, it } from 'vitest';
import { Clone } from '../test/clone.ts';
import type { Flag } from './command.ts';
import { COMMANDS } from './commands.ts';
import { GLOBAL_FLAGS } from './flags.ts';
import { hasHelp, helpFor } from './help.ts';
import { nameMeantBy } from './output/did-you-mean.ts';

let clone: Clone;
afterEach(() => clone?.remove());

/** Returns the error message of a command that is used incorrectly. */
async function refused(...argv: string[]): Promise<string> {
  clone?.remove();
  clone = new Clone({});
  clone.write('parlance.json', { files: [{ path: '{locale}.json' }] });
  clone.write('en.json', { a: 'A' });
  const { exit, json } = await clone.run(...argv);
  expect(exit).toBe(2);
  expect(json.errors).toHaveLength(1);
  return json.errors[0]!.message;
}

/** Returns a word with its second letter repeated. */
const slipped = (word: string): string => word.slice(0, 2) + word.slice(1);

describe('parlance', () => {
  it.each(COMMANDS.map(({ name }) => name))('suggests %s for a mistyped command', async (name) => {
    const [first, second] = name.split(' ') as [string, string?];
    const wrong = second === undefined ? [slipped(first)] : [first, slipped(second)];
    expect(await refused(...wrong)).toContain(`Did you mean ${name}?`);
    expect(await helpFor(['help', ...wrong], '1.0.0')).toContain(`Did you mean ${name}?`);
    expect([hasHelp(['help', ...wrong]), hasHelp(['help', first])]).toEqual([false, true]);
  });

  it('suggests a command for its mistyped first word, and suggests none for an unknown word', async () => {
    expect(await refused('relaese', 'create')).toContain('Did you mean release create?');
    expect(await refused('frobnicate')).toBe(
      'There is no command "frobnicate". Run parlance help for the commands.',
    );
  });

  it('lists the commands that start with a given first word', async () => {
    expect(await refused('keys')).toBe(
      'keys stands for keys list, keys unused, keys rename. Run parlance help for the commands.',
    );
  });

  it('names an alternative or the known commands for an unknown second word', async () => {
    expect(await refused('keys', 'remove', 'a')).toBe(
      'There is no command "keys remove". To archive a key, remove it from the source file, and run parlance push --prune. Run parlance help for the commands.',
    );
    expect(await refused('locales', 'disable', 'es')).toBe(
      'There is no command "locales disable". Disable a locale on the page Locales of the project. Run parlance help for the commands.',
    );
    expect(await refused('locales', 'frobnicate')).toBe(
      'There is no command "locales frobnicate". locales stands for locales add, locales list, locales remove. Run parlance help for the commands.',
    );
  });

  it('finds a command after the value of a flag', async () => {
    clone?.remove();
    clone = new Clone({});
    const { exit, json } = await clone.run('--timeout', '9', 'completion', 'bash');
    expect([exit, json.data.shell]).toEqual([0, 'bash']);
  });
});

describe('parlance with a mistyped flag', () => {
  const flags = COMMANDS.flatMap(({ name, flags = {}, arguments: given = [] }) =>
    Object.keys({ ...GLOBAL_FLAGS, ...flags }).map((flag) => ({ name, flag, given })),
  );

  it('suggests each flag of each command', async () => {
    for (const { name, flag } of flags) {
      const message = await refused(...name.split(' '), `--${slipped(flag)}`);
      expect(message).toContain(`Did you mean --${flag}?`);
    }
  });

  it('suggests the flag for a name with missing dashes, in another case or abbreviated', async () => {
    expect(await refused('release', 'create', '--failOn', 'error')).toContain('--fail-on?');
    expect(await refused('push', '--qiuet')).toContain('--quiet?');
    expect(await refused('push', '--dryrun')).toContain('--dry-run?');
    expect(await refused('push', '--locales', 'de')).toContain('--locale?');
    expect(await refused('release', 'list', '--environment', 'next')).toContain('--env?');
    expect(await refused('push', '-h')).toContain('--help?');
    expect(await refused('push', '--al')).toContain('Did you mean --all?');
    expect(await refused('push', '--keep')).toContain('--keep-going or --keep-translations?');
    expect(await refused('push', '--a')).not.toContain('Did you mean');
  });

  it('names the commands that have the flag', async () => {
    expect(await refused('push', '--fix')).toBe(
      'parlance push has no flag --fix. It is a flag of check. Run parlance help push for its flags.',
    );
    expect(await refused('export', '--file', 'x.json')).toMatch(
      /^parlance export has no flag --file\. It is a flag of .*push.*\. Its arguments have no flag: \[file\]\./,
    );
  });
});

it.each(
  COMMANDS.flatMap(({ name, partsOf = {}, flags = {} }) =>
    Object.entries(partsOf).flatMap(([whole, parts]) =>
      parts.map((part) => ({ name, whole, part, flag: flags[part]! })),
    ),
  ),
)('$name rejects --$part without --$whole', async ({ name, whole, part, flag }) => {
  const value = flag.type === 'boolean' ? [] : [flag.choices?.[0] ?? 'x'];
  expect(await refused(name, `--${part}`, ...value)).toBe(`--${part} belongs to --${whole}.`);
});

describe('parlance with a mistyped value', () => {
  const choices = COMMANDS.flatMap(({ name, flags = {} }) =>
    Object.entries(flags).flatMap(([flag, { choices = [] }]: [string, Flag]) =>
      choices
        .filter((choice) => /^[a-z]{4,}$/.test(choice))
        .map((choice) => ({ name, flag, choice })),
    ),
  );

  it('suggests each choice of each flag for a misspelled choice', async () => {
    expect(choices.length).toBeGreaterThan(30);
    for (const { name, flag, choice } of choices) {
      const given = [...name.split(' '), `--${flag}`, slipped(choice)];
      if (name === 'keys rename') given.push('a', 'b');
      expect(await refused(...given)).toContain(`Did you mean ${choice}?`);
    }
  });

  it('suggests a locale of the files', async () => {
    const check = ['check', '--offline', '--locale'];
    expect(await refused(...check, 'EN')).toBe(
      'No file has the locale EN. Did you mean en? --locale names one of these: en.',
    );
    expect(await refused(...check, 'en-GB')).toContain('Did you mean en?');
    expect(await refused(...check, 'fr')).toBe(
      'No file has the locale fr. --locale names one of these: en.',
    );
  });

  it('suggests members and choices of parlance.json', async () => {
    const saidFor = async (config: object) => {
      const own = new Clone({});
      own.write('parlance.json', { files: [{ path: '{locale}.json' }], ...config });
      const { json } = await own.run('check', '--offline');
      own.remove();
      return json.errors.map(({ path, message }) => `${path} ${message}`);
    };
    expect(await saidFor({ projct: 'x' })).toEqual([
      '/ has no member "projct". Did you mean "project"?',
    ]);
    expect(await saidFor({ pull: { state: [] } })).toEqual([
      '/pull has no member "state". Did you mean "states"?',
    ]);
    expect(await saidFor({ conflicts: { source: 'our' } })).toEqual([
      '/conflicts/source is one of fail, ours, theirs, not "our". Did you mean ours?',
    ]);
    expect(await saidFor({ files: [{ path: '{locale}.x', format: 'jsn' }] })).toEqual([
      expect.stringMatching(
        /^\/files\/0\/format is one of json, .*, not "jsn"\. Did you mean json\?$/,
      ),
    ]);
    expect(await saidFor({ files: [{}] })).toEqual(['/files/0 needs "path"']);
  });

  it('explains a JSON error of parlance.json in plain words, with its position', async () => {
    clone?.remove();
    clone = new Clone({});
    clone.write('parlance.json', '{\n  "files": [{ path: "{locale}.json" }]\n}\n');
    const { exit, json } = await clone.run('check', '--offline');
    const message = 'is not JSON with comments: a word here needs quotation marks';
    expect([exit, json.errors]).toMatchObject([2, [{ line: 2, column: 15, message }]]);
  });

  it('rejects a missing folder for --cwd, but accepts an absolute path', async () => {
    expect(await refused('check', '--offline', '--cwd', 'none')).toBe('There is no folder none.');
    const { exit } = await clone.run('check', '--offline', '--cwd', clone.root);
    expect(exit).toBe(0);
  });

  it('suggests a report format and a shell', async () => {
    expect(await refused('check', '--report', 'sraif=a')).toContain('Did you mean sarif=a?');
    expect(await refused('completion', 'bahs')).toContain('Did you mean bash?');
  });
});

it('nameMeantBy returns the name for another spelling or an unambiguous abbreviation, or else null', () => {
  const names = ['de', 'pt-BR', 'pt-PT', 'sr-Latn'];
  const found = ['DE', 'da', 'pt', 'pt_br', 'sr', 'x'].map((given) => nameMeantBy(given, names));
  expect(found).toEqual(['de', null, null, 'pt-BR', 'sr-Latn', null]);
});
