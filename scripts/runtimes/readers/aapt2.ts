import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianVersion, run } from '../programs.ts';
import type { Reader, Shown } from '../subject.ts';

/** aapt2 builds the resources and dumps the texts of the app. */
export const aapt2: Reader = {
  name: 'aapt2',
  version: () => debianVersion('aapt'),
  read: async (files) => {
    const folder = mkdtempSync(join(tmpdir(), 'aapt2-'));
    try {
      mkdirSync(join(folder, 'res/values'), { recursive: true });
      writeFileSync(join(folder, 'AndroidManifest.xml'), '<manifest package="x.y"/>');
      return files.map(({ path }) => build(folder, readFileSync(path)));
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

function build(folder: string, file: Buffer): Shown {
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('res/values/strings.xml'), file);
  const compiled = run('aapt2', ['compile', '-o', at('res.zip'), '--dir', at('res')]);
  if (compiled.status !== 0) return { error: compiled.stderr };
  const manifest = ['--manifest', at('AndroidManifest.xml')];
  const linked = run('aapt2', ['link', '-o', at('app.apk'), ...manifest, at('res.zip')]);
  if (linked.status !== 0) return { error: linked.stderr };
  return { texts: textsIn(run('aapt2', ['dump', 'resources', at('app.apk')]).stdout) };
}

const FORM =
  /^ {8}(zero|one|two|few|many|other)=(?:\(styled string\) )?"([\s\S]*?)"[^"\n]*(?=\n {8}(?:zero|one|two|few|many|other)=["(]|\s*(?![\s\S])|\n {2}type )/gm;

function textsIn(dump: string): Record<string, string> {
  const texts: [string, string][] = [];
  for (const resource of dump.split(/\n {4}resource 0x/).slice(1)) {
    const [, name] = /^\w+ \w+\/(\S+)/.exec(resource)!;
    const content = resource.slice(resource.indexOf('\n') + 1);
    if (/^ {6}\(\) \(plurals\)/.test(content)) {
      for (const [, category, text] of content.matchAll(FORM)) {
        texts.push([`${name}.${category}`, text!.replaceAll('\n        ', '\n')]);
      }
      continue;
    }
    const found = /^ {6}\(\) (?:\(styled string\) )?"([\s\S]*)"[^"\n]*\s*$/.exec(
      content.replace(/\n {2}type [\s\S]*$/, '\n'),
    );
    if (found) texts.push([name!, unindented(found[1]!)]);
  }
  return Object.fromEntries(texts);
}

const unindented = (text: string): string => text.replaceAll('\n      ', '\n');
