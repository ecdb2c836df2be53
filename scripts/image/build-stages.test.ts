import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildStages } from './build-stages.ts';

const DOCKERFILE = `# A comment
FROM --platform=$BUILDPLATFORM node:24 AS build
ARG TARGETARCH
WORKDIR /app
COPY Dockerfile ./
COPY p q
RUN mkdir /app/out \\
  && touch "/app/out/$TARGETARCH"
FROM node:24
COPY --from=build --chown=1:1 /app app
ENV A=1 B="2 3" DIR=/data
`;

function build(dockerfile: string) {
  const context = mkdtempSync(join(tmpdir(), 'parlance-context-'));
  onTestFinished(() => rmSync(context, { recursive: true }));
  mkdirSync(join(context, 'p'));
  for (const name of ['b.ts', 'b.test.ts']) writeFileSync(join(context, 'p', name), '');
  writeFileSync(join(context, '.dockerignore'), '**/*.test.ts\n');
  writeFileSync(join(context, 'Dockerfile'), dockerfile);
  const options = { context, folder: join(context, 'built'), args: { TARGETARCH: 'x' } };
  return buildStages({ ...options, baseEnv: { PATH: process.env.PATH! } });
}

it('buildStages runs the instructions of all stages, without the files that .dockerignore names', () => {
  const { root, env } = build(DOCKERFILE).at(-1)!;
  const files = ['app', 'app/Dockerfile', 'app/out', 'app/out/x', 'app/q', 'app/q/b.ts'];
  expect(readdirSync(root, { recursive: true }).toSorted()).toEqual(files);
  expect(env).toMatchObject({ A: '1', B: '2 3', DIR: join(root, 'data') });
});

it.each(['CMD node a.ts', 'USER 0:0', 'COPY p/b.test.ts q', 'ONBUILD RUN a'])(
  'buildStages rejects %s',
  (line) => expect(() => build(`FROM a\n${line}\n`)).toThrow(/exec form|than root|exclu|not known/),
);
