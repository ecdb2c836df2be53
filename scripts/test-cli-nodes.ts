/**
 * `node scripts/run.mjs scripts/test-cli-nodes.ts` runs the built command line in the oldest supported Node and in
 * later versions, against a started service. It gets the versions of Node from npm.
 */
import { deepStrictEqual, equal, match, rejects } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { type BenchServer, startServer } from '../bench/servers/server.ts';
import { buildPackage } from '../packages/cli/scripts/build.ts';

const VERSIONS = ['~20.19.0', '22', '24'];
/** The npm package with the Node binary for this machine. */
const NODE_PACKAGE = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), 'parlance-cli-nodes-'));
const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
/** Makes a certificate for a host name that only a proxy can resolve. */
const OPENSSL = `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout ${key} \\
  -out ${certificate} -days 1 -subj /CN=parlance.test -addext subjectAltName=DNS:parlance.test`;

await buildPackage(join(folder, 'cli'));
await run('sh', ['-c', OPENSSL]);
const server = await startServer();
const { port: servicePort, hostname } = new URL(server.url);
const pem = { key: readFileSync(key), cert: readFileSync(certificate) };
const secure = createTlsServer(pem, (socket) =>
  joinSockets(socket, connect(Number(servicePort), hostname)),
).listen(0, '127.0.0.1');
let tunnels = 0;
const proxy = createProxy().on('connect', (_, socket: Socket) => {
  tunnels++;
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
  joinSockets(socket, connect(portOf(secure), '127.0.0.1'));
});
proxy.listen(0, '127.0.0.1');
try {
  await Promise.all([once(secure, 'listening'), once(proxy, 'listening')]);
  for (const version of VERSIONS) await testVersion(server, version);
} finally {
  secure.close();
  proxy.closeAllConnections();
  proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

function portOf(listening: { address(): unknown }): number {
  return (listening.address() as AddressInfo).port;
}

/** Pipes each socket into the other. A client may disconnect early. */
function joinSockets(one: Socket, other: Socket): void {
  one.pipe(other).pipe(one);
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
}

async function installNode(version: string): Promise<string> {
  const root = join(folder, `node${version.replace(/\W/g, '-')}`);
  mkdirSync(root);
  writeFileSync(join(root, 'package.json'), '{ "private": true }');
  const given = ['--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', `${NODE_PACKAGE}@${version}`, ...given], { cwd: root });
  return join(root, 'node_modules', NODE_PACKAGE, 'bin/node');
}

async function testVersion({ client, url, apiKey }: BenchServer, version: string): Promise<void> {
  const node = await installNode(version);
  const { data: project } = await client.i18n.projects.create({
    name: `Node ${version}`,
    sourceLocale: 'en',
  });
  await client.i18n.locales.create({ projectId: project.id, code: 'de' });
  const cwd = join(folder, `repository-${version.replace(/\W/g, '-')}`);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  };
  const env = { HOME: folder, PARLANCE_URL: url, PARLANCE_KEY: apiKey, PATH: process.env.PATH };
  const main = join(folder, 'cli/dist/main.js');
  const parlance = async (...argv: string[]): Promise<string> =>
    (await run(node, [main, ...argv], { cwd, env })).stdout;

  write('locales/en.json', '{ "home": { "title": "Home" }, "bye": "Bye {{name}} %Y" }');
  write('locales/de.json', '{ "bye": "Tschüs {{name}} %Y" }');
  write('android/values/strings.xml', '<resources><string name="a">A</string></resources>');
  write('android/values-de/strings.xml', '<resources><string name="a">Ä</string></resources>');
  match(await parlance('--version'), /^\d+\.\d+\.\d+\n$/);
  await parlance('init', '--project', project.slug);
  await parlance('check', '--offline');
  match(await parlance('push', '--all'), /Pushed 5 texts/);
  const [key] = (await client.i18n.keys.list({ projectId: project.id, q: 'bye' })).data;
  const { data: values } = await client.i18n.values.list({
    projectId: project.id,
    locale: 'de',
    q: 'bye',
  });
  await client.i18n.values.update({
    projectId: project.id,
    valueId: values[0]!.id!,
    text: 'Servus {{name}} %Y',
  });
  await client.i18n.keys.create({ projectId: project.id, name: 'new.key', value: 'New' });
  match(await parlance('pull'), /Wrote 2 texts in 2 files/);
  deepStrictEqual(JSON.parse(readFileSync(join(cwd, 'locales/de.json'), 'utf8')), {
    bye: 'Servus {{name}} %Y',
  });
  match(await parlance('pull'), /Nothing to pull/);
  await client.i18n.keys.update({ projectId: project.id, keyId: key!.id, name: 'farewell' });
  await parlance('sync');
  await parlance('diff');
  for (const command of ['status', 'doctor', 'whoami', 'types', 'release list']) {
    await parlance(...command.split(' '));
  }
  await parlance('completion', 'bash');
  const before = tunnels;
  const proxied = {
    ...env,
    PARLANCE_URL: 'https://parlance.test',
    HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
  };
  const pullBy = (more: object) => run(node, [main, 'pull'], { cwd, env: { ...proxied, ...more } });
  const NODE_EXTRA_CA_CERTS = certificate;
  for (const more of [{}, { NODE_USE_ENV_PROXY: '1' }]) {
    match((await pullBy({ NODE_EXTRA_CA_CERTS, ...more })).stdout, /Nothing to pull/);
  }
  equal(tunnels > before + 1, true);
  await rejects(pullBy({}), /certificate/);
  const { stdout } = await run(node, ['--version']);
  process.stdout.write(`The command line works in Node ${stdout}`);
}
