import { mkdirSync, writeFileSync } from 'node:fs';
import { formatById, remedyIn, warningKind } from '@parlance/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProject } from '../app/build.ts';
import { World } from '../cli/world.ts';
import { EXAMPLES, type Example, type FileCode } from './examples.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.close());

type Coded = readonly [code: FileCode, example: Example];
interface Told {
  code: string;
  message: string;
  file?: string;
}

const ALL = Object.entries(EXAMPLES) as unknown as Coded[];
/** The examples, grouped by the project settings that they need. */
const GROUPS = [...Map.groupBy(ALL, ([, { settings }]) => JSON.stringify(settings ?? {})).values()];
/** Matches options of requests, which only `remedy` may name. */
const OF_REQUESTS = /`\w+`|poKind|charset/;

const extensionOf = ({ format }: Example): string => formatById(format)!.extensions[0];
const fileOf = ([code, example]: Coded): string =>
  `${code}/${example.locale ?? 'en'}.${extensionOf(example)}`;
const codesOf = (told: readonly Told[]): string[] => told.map(({ code }) => code);

async function projectFor([, { settings = {} }]: Coded): Promise<string> {
  return (await createProject(world.tenant.client, { settings })).id;
}

/** Creates a checkout with the examples, each with a configuration entry. */
async function checkoutOf(examples: readonly Coded[]) {
  const files = examples.map(([code, example]) => ({
    path: `${code}/{locale}.${extensionOf(example)}`,
    format: example.format,
    prefix: `${code}.`,
  }));
  const clone = world.clone(await projectFor(examples[0]!), { files, sourceLocale: 'en' });
  for (const one of examples) clone.write(fileOf(one), one[1].content);
  return clone;
}

/** Codes that do not occur without a server, because nested names then have the separator `.`. */
const NOT_OFFLINE: readonly FileCode[] = ['nested_names_joined'];

describe('each warning about a file', () => {
  it('appears in the response of an import, with the options of a request', async () => {
    for (const group of GROUPS) {
      const projectId = await projectFor(group[0]!);
      for (const [code, { format, content, locale = 'en', isOfSet }] of group) {
        if (isOfSet) continue;
        const input = { projectId, format, content, locale, dryRun: true };
        const { data } = await world.tenant.client.i18n.projects.import(input);
        expect(codesOf(data.warnings)).toContain(code);
        for (const { code: told, message, remedy } of data.warnings) {
          expect(remedy).toBe(remedyIn('import', warningKind(told).remedy));
          expect(message).not.toMatch(OF_REQUESTS);
        }
      }
    }
  });

  it('appears in the response of a staged import, for one warning of each format', async () => {
    const { imports } = world.tenant.client.i18n;
    const [group] = GROUPS as [Coded[]];
    const projectId = await projectFor(group[0]!);
    const ofFormats = Map.groupBy(
      group.filter(([, { isOfSet }]) => !isOfSet),
      ([, { format }]) => format,
    );
    for (const [[code, { format, content, locale = 'en' }]] of ofFormats.values() as Iterable<
      [Coded]
    >) {
      const { data } = await imports.create({ projectId, format, content, locale });
      expect(codesOf(data.warnings)).toContain(code);
      await imports.delete({ projectId, importId: data.importId });
    }
  });

  it('appears in the response of a folder import, with the name of the file', async () => {
    for (const group of GROUPS) {
      const projectId = await projectFor(group[0]!);
      for (const ofFormat of Map.groupBy(group, ([, { format }]) => format).values()) {
        const [[, first]] = ofFormat as [Coded];
        const path = `{code}/{locale}.${extensionOf(first)}`;
        const files = Object.fromEntries(
          ofFormat.map((one) => [fileOf(one), new Blob([one[1].content])]),
        );
        const { data } = await world.tenant.client.i18n.files.import({
          projectId,
          files,
          path,
          prefix: '{code}.',
          format: first.format,
          dryRun: true,
        });
        for (const [code] of ofFormat) {
          const own = data.warnings.filter(({ file }) => file?.startsWith(`${code}/`));
          expect(codesOf(own as Told[])).toContain(code);
        }
      }
    }
  });

  it('appears in the output of parlance push, check and doctor, with the options of the configuration', async () => {
    for (const group of GROUPS) {
      const clone = await checkoutOf(group);
      const toldBy = async (...argv: string[]): Promise<Told[]> => {
        const { json } = await clone.run(...argv);
        expect(json.errors).toEqual([]);
        return [...(json.warnings as Told[]), ...((json.data.findings as Told[]) ?? [])];
      };
      const offline = await toldBy('check', '--offline');
      const checked = await toldBy('check');
      const { json } = await clone.run('doctor');
      const { examinations } = json.data as { examinations: { detail: string }[] };
      const pushed = await toldBy('push', '--all');
      for (const [code] of group) {
        const of = (told: readonly Told[]) =>
          told.filter((warning) => warning.code === code && warning.file?.startsWith(`${code}/`));
        expect(of(pushed), `${code} by push`).not.toEqual([]);
        const [finding] = of(checked);
        expect(finding, `${code} by check`).toBeDefined();
        const { file, message } = finding!;
        const details = examinations.map(({ detail }) => detail);
        const isOwn = (detail: string) => detail.startsWith(file!) && detail.includes(message);
        expect(details.some(isOwn), `${code} by doctor`).toBe(true);
        if (NOT_OFFLINE.includes(code)) continue;
        expect(of(offline), `${code} by check --offline`).not.toEqual([]);
      }
      for (const { message } of [...offline, ...checked, ...pushed]) {
        expect(message).not.toMatch(OF_REQUESTS);
      }
    }
  });

  it('appears in the output of parlance import with the flags of the command, if it names an option', async () => {
    const ofImport = ALL.filter(([code]) => warningKind(code).remedy !== undefined);
    for (const one of ofImport) {
      const [code, { format, locale = 'en' }] = one;
      const clone = await checkoutOf([one]);
      const argv = ['import', fileOf(one), '--locale', locale, '--format', format, '--dry-run'];
      const { json } = await clone.run(...argv);
      const [told] = (json.warnings as Told[]).filter((warning) => warning.code === code);
      expect(told!.message).toContain(remedyIn('flags', warningKind(code).remedy) ?? '');
      expect(told!.message).not.toMatch(OF_REQUESTS);
    }
  });
});

describe('a file in ISO-8859-1', () => {
  const BYTES = Buffer.from('a=Größe\n', 'latin1');
  const PATH = { path: 'l/{locale}.properties' };

  it('causes an error with the option of the request, in an import and as a base file', async () => {
    const projectId = await world.createProject({ a: 'A' });
    const { projects, files } = world.tenant.client.i18n;
    const raw = { projectId, body: BYTES, contentType: formatById('properties')!.contentType };
    const folder = { projectId, ...PATH, files: { 'l/en.properties': new Blob([BYTES]) } };
    for (const request of [
      () => projects.import({ ...raw, locale: 'en' }),
      () => projects.export({ ...raw, locale: 'en' }),
      () => files.import(folder),
    ]) {
      const error = await request().then(
        () => null,
        (fault: unknown) => fault,
      );
      expect(error).toMatchObject({
        code: 'content_invalid',
        detail: expect.stringContaining('pass `charset=iso-8859-1`'),
        errors: [{ code: 'charset', remedy: expect.stringContaining('`charset=iso-8859-1`') }],
      });
    }
    expect((await files.import({ ...folder, charset: 'iso-8859-1' })).data.keys.total).toBe(1);
  });

  it('causes an error with the configuration entry, or with the flag of a command for one file', async () => {
    const clone = world.clone(await world.createProject(), { files: [PATH], sourceLocale: 'en' });
    mkdirSync(`${clone.root}/l`);
    writeFileSync(`${clone.root}/l/en.properties`, BYTES);
    const entry = '"charset": "iso-8859-1" to its entry of "files"';
    for (const argv of [
      ['push'],
      ['pull'],
      ['sync'],
      ['check'],
      ['check', '--offline'],
      ['doctor'],
    ]) {
      const { exit, json } = await clone.run(...argv);
      expect([argv, exit]).toEqual([argv, 1]);
      expect(JSON.stringify(json)).toContain(JSON.stringify(entry).slice(1, -1));
      expect(JSON.stringify(json)).not.toContain('--charset');
    }
    const { json } = await clone.run('import', 'l/en.properties', '--locale', 'en');
    expect(json.errors.at(-1)!.message).toContain('pass --charset iso-8859-1');
    expect(JSON.stringify(json)).not.toContain('`charset');
  });
});
