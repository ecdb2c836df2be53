import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyInto } from './copy-into.ts';
import { parseDockerfile, readExecForm, readVariables } from './dockerfile.ts';
import { listContext } from './list-context.ts';

const DOCKERFILE = `# A comment
FROM --platform=$BUILDPLATFORM node:24 AS build
ARG TARGETARCH
# between
RUN a \\
  && b # c

FROM node:24
COPY --from=build --chown=1:1 /app /app
ENV A=1 B="2 3"
CMD ["node", "a b.ts"]
`;

describe('parseDockerfile', () => {
  it('returns the names, bases and instructions of stages, with continued lines joined', () => {
    const [build, last] = parseDockerfile(DOCKERFILE);
    expect(build).toMatchObject({ name: 'build', base: 'node:24', platform: '$BUILDPLATFORM' });
    expect(build!.instructions.map(({ name, rest }) => [name, rest])).toEqual([
      ['ARG', 'TARGETARCH'],
      ['RUN', 'a && b # c'],
    ]);
    const [copy, env, command] = last!.instructions;
    expect(last).toMatchObject({ name: '1', platform: null });
    expect(copy).toEqual({
      name: 'COPY',
      flags: { from: 'build', chown: '1:1' },
      rest: '/app /app',
    });
    expect(readVariables(env!)).toEqual({ A: '1', B: '2 3' });
    expect(readExecForm(command!)).toEqual(['node', 'a b.ts']);
  });

  it('rejects an instruction before FROM, and readExecForm rejects the shell form', () => {
    const [{ instructions } = { instructions: [] }] = parseDockerfile('FROM a\nCMD node a.ts\n');
    expect(() => readExecForm(instructions[0]!)).toThrow('CMD is not in the exec form');
    expect(() => parseDockerfile('RUN a\n')).toThrow('RUN stands before FROM.');
  });
});

describe('the build context', () => {
  let root: string;
  const write = (path: string, text = path): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'parlance-context-'));
    write('.dockerignore', 'data\n**/dist\n**/*.test.ts\n');
    for (const path of [
      'a.ts',
      'a.test.ts',
      'p/q/b.ts',
      'p/q/b.test.ts',
      'p/dist/c.js',
      'data/d',
    ]) {
      write(path);
    }
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('leaves out the files that .dockerignore names', () => {
    expect(listContext(root).toSorted()).toEqual(['.dockerignore', 'a.ts', 'p/q/b.ts']);
  });

  it('copyInto copies the contents of a folder, and a file under its name or a new one', () => {
    const context = { root, files: listContext(root) };
    copyInto(context, ['p'], join(root, 'data/p'));
    copyInto(context, ['a.ts'], join(root, 'data/to/'));
    copyInto(context, ['a.ts'], join(root, 'data/new.ts'));
    expect(readdirSync(join(root, 'data'), { recursive: true }).toSorted()).toEqual(
      ['d', 'new.ts', 'p', 'p/q', 'p/q/b.ts', 'to', 'to/a.ts'].toSorted(),
    );
    expect(() => copyInto(context, ['p/dist'], join(root, 'data/'))).toThrow('finds nothing');
  });
});
