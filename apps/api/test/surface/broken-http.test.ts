import { METHODS } from 'node:http';
import {
  ENDPOINTS,
  type EndpointDefinition,
  ERRORS,
  type ErrorCode,
  errorsOf,
  LIMITS,
  Problem,
} from '@parlance/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../scripts/eventually.ts';
import { SLOWNESS } from '../../../../scripts/slowness.ts';
import { testRuns } from '../../../../scripts/tests/test-runs.ts';
import { startTestApp, type TestApp } from '../app/app.ts';
import { createProject, createTenant, type Tenant } from '../app/build.ts';
import { type PaypalServer, startPaypalServer } from '../servers/paypal-server.ts';
import { type RawAnswer, RawConnection } from '../servers/raw-connection.ts';
import { idsOfNothing } from './access-world.ts';

const endpoints: readonly EndpointDefinition[] = ENDPOINTS;
const isProblem = new Ajv2020({ strict: false, validateFormats: false }).compile(Problem);

let paypal: PaypalServer;
let app: TestApp;
let tenant: Tenant;
const logged: { level: number; msg: string }[] = [];
const ERROR_LEVEL = 50;
const keyOf = (): string => `Authorization: ApiKey ${tenant.apiKey.token}\r\n`;

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
  // A request that never ends is answered 408 after this time.
  const timeouts = { headersMs: 500 * SLOWNESS, requestMs: 1_000 * SLOWNESS };
  paypal = await startPaypalServer();
  app = await startTestApp({ timeouts, overrides: { log }, env: paypal.env });
  tenant = await createTenant(app);
});
afterAll(async () => {
  await app.close();
  await paypal.close();
});

const errorLines = () => logged.filter(({ level }) => level >= ERROR_LEVEL);

/** Sends pieces on one connection and returns every response, until the service closes the connection. */
async function exchange(...pieces: readonly (string | Uint8Array)[]): Promise<RawAnswer[]> {
  const connection = await RawConnection.open(app.url);
  const answers: RawAnswer[] = [];
  for (const piece of pieces) connection.send(piece);
  for (;;) {
    const answer = await connection.answer();
    if (answer === null) break;
    answers.push(answer);
  }
  expect(connection.fault).toBeNull();
  return answers;
}

/** Checks an error response and returns its code. */
function codeIn({ status, headers, body }: RawAnswer): ErrorCode {
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(body) as Problem;
  expect(isProblem(problem), JSON.stringify([body, isProblem.errors])).toBe(true);
  const code = problem.code as ErrorCode;
  expect(problem.type).toMatch(new RegExp(`^http.*#${code}$`));
  expect(problem.status).toBe(status);
  expect(ERRORS[code].status).toBe(status);
  expect(headers['x-request-id']).toBe(problem.requestId);
  return code;
}

const CLOSING = 'Connection: close\r\n';
const LAST = `GET /health HTTP/1.1\r\nHost: a\r\n${CLOSING}\r\n`;

describe('a malformed request', () => {
  it.each<[string, string, ErrorCode]>([
    ['without a Host', 'GET /health HTTP/1.1\r\n\r\n', 'malformed_request'],
    ['with two Hosts', 'GET /health HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n', 'malformed_request'],
    ['with a malformed Host', 'GET /health HTTP/1.1\r\nHost: a/b\r\n\r\n', 'malformed_request'],
    ['that is CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n', 'malformed_request'],
    ['with an unknown method', 'HELLO / HTTP/1.1\r\nHost: a\r\n\r\n', 'malformed_request'],
    [
      'with too many headers',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      'malformed_request',
    ],
    [
      'with two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      'malformed_request',
    ],
    [
      'with a broken chunk',
      'POST /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'malformed_request',
    ],
    ['whose headers never end', 'GET /health HTTP/1.1\r\nHost: a\r\n', 'request_timeout'],
  ])('%s receives a complete problem document', async (_, request, code) => {
    const answers = await exchange(request);
    // A broken body can be detected after its request was answered.
    expect(answers.map(codeIn).at(-1)).toBe(code);
  });

  it('receives 408 if its body never ends', async () => {
    const answers = await exchange(
      `POST /v1/i18n/projects HTTP/1.1\r\nHost: a\r\nAuthorization: ApiKey ${tenant.apiKey.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    expect(answers.map(codeIn)).toEqual(['request_timeout']);
    expect(errorLines()).toEqual([]);
  });

  it.each([
    ['credentials', 'Content-Length: 10\r\n', 'unauthenticated'],
    ['room for it', () => `Content-Length: 99999999\r\n${keyOf()}`, 'payload_too_large'],
    ['its route', () => `Content-Length: 10\r\n${keyOf()}`, 'not_found'],
  ] as const)(
    'receives an error instead of 100 Continue if it lacks %s',
    async (what, headers, code) => {
      const path = what === 'its route' ? '/v1/nothing' : '/v1/i18n/projects';
      const connection = await RawConnection.open(app.url);
      connection.send(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n` +
          `${typeof headers === 'string' ? headers : headers()}\r\n`,
      );
      const answer = await connection.answer();
      expect([codeIn(answer!), answer!.headers.connection]).toEqual([code, 'close']);
      await connection.closed();
    },
  );

  it.each(['destroy', 'reset'] as const)(
    'does not count as a server or database fault if its client disconnects in the middle of a body (%s)',
    async (end) => {
      const { id } = await createProject(tenant.client);
      const sent = [
        ['/v1/i18n/projects', 'application/json', '{"name":'],
        ['/v1/translate/text', 'application/json', '{"text":"'],
        [`/v1/i18n/projects/${id}/import?locale=en`, 'application/json', '{"a":'],
        [`/v1/i18n/projects/${id}/import`, 'application/json', '{"content":{'],
        [`/v1/i18n/projects/${id}/import?locale=en`, 'application/yaml', 'a: '],
        [
          `/v1/i18n/projects/${id}/files/json-import`,
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n{',
        ],
        [
          `/v1/i18n/projects/${id}/files/import`,
          'multipart/form-data; boundary=x',
          '--x\r\nContent-Disposition: form-data; name="files"; filename="l/en.json"\r\n\r\n{',
        ],
        [`/v1/i18n/projects/${id}/files/import`, 'application/zip', 'PK'],
      ] as const;
      const framings = ['Content-Length: 1000', 'Transfer-Encoding: chunked'];
      const troubles = vi.spyOn(app.app.database.troubles, 'report');
      logged.length = 0;
      for (const [path, type, start] of sent) {
        for (const framing of framings) {
          const connection = await RawConnection.open(app.url);
          connection.send(
            `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: ApiKey ${tenant.apiKey.token}\r\n` +
              `Content-Type: ${type}\r\n${framing}\r\nExpect: 100-continue\r\n\r\n`,
          );
          expect(await connection.answer()).toMatchObject({ status: 100 });
          connection.send(
            framing === framings[0] ? start : `${start.length.toString(16)}\r\n${start}`,
          );
          connection[end]();
        }
      }
      const requests = sent.length * framings.length;
      await eventually(() =>
        expect(logged.filter(({ msg }) => msg === 'request ended early')).toHaveLength(requests),
      );
      expect(troubles).not.toHaveBeenCalled();
      expect(errorLines()).toEqual([]);
    },
  );
});

describe('an unusual request', () => {
  it('receives 404 or 405 with any method that the parser knows if no route matches', async () => {
    for (const method of METHODS.filter((name) => name !== 'CONNECT' && name !== 'HEAD')) {
      for (const [path, code] of [
        ['/health', 'method_not_allowed'],
        ['/nothing', 'not_found'],
      ] as const) {
        const [answer] = await exchange(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${CLOSING}\r\n`);
        if (answer!.status >= 400) expect(codeIn(answer!), method).toBe(code);
        else expect(['GET', 'OPTIONS'], method).toContain(method);
      }
    }
    expect(errorLines()).toEqual([]);
  });

  it('succeeds with an unknown expectation', async () => {
    const request = `GET /health HTTP/1.1\r\nHost: a\r\nExpect: more\r\n${CLOSING}\r\n`;
    expect(await exchange(request)).toMatchObject([{ status: 200 }]);
  });

  it('succeeds in HTTP/1.0 without a Host', async () => {
    expect(await exchange('GET /health HTTP/1.0\r\n\r\n')).toMatchObject([{ status: 200 }]);
  });
});

/** Query, headers and body that can be added to a request for any operation. */
const ODDITIES: Readonly<Record<string, { query?: string; headers?: string; body?: string }>> = {
  'neither a body nor a type': {},
  'a query that is not UTF-8': { query: '%ff' },
  'a query with U+0000': { query: 'x=%00' },
  'an unknown field in the query': { query: 'nonsense=1' },
  'a body of an unknown type': { headers: 'Content-Type: image/png\r\n', body: 'x' },
  'a body of no type': { body: 'x' },
  'a body of a malformed type': { headers: 'Content-Type: ;;\r\n', body: 'x' },
  'a body in an unknown encoding': {
    headers: 'Content-Type: application/json\r\nContent-Encoding: zstd\r\n',
    body: 'x',
  },
  'a body that is not JSON': { headers: 'Content-Type: application/json\r\n', body: '{' },
  'a body that is deep': {
    headers: 'Content-Type: application/json\r\n',
    body: '['.repeat(LIMITS.jsonDepth + 1),
  },
  'a body that is null': { headers: 'Content-Type: application/json\r\n', body: 'null' },
};

describe.each(endpoints.map((endpoint): [string, EndpointDefinition] => [endpoint.id, endpoint]))(
  '%s',
  (_, endpoint) => {
    it('answers odd requests with codes that its contract declares', async () => {
      const ids = idsOfNothing();
      const path = endpoint.path.replace(/:(\w+)/g, (__, name: string) => ids[name]!);
      const authorization =
        endpoint.access.kind === 'scopes' ? `Authorization: ApiKey ${tenant.apiKey.token}\r\n` : '';
      for (const [what, { query, headers = '', body = '' }] of Object.entries(ODDITIES)) {
        const [answer] = await exchange(
          `${endpoint.method} ${path}?${query ?? ''} HTTP/1.1\r\nHost: a\r\n${authorization}${headers}` +
            `Content-Length: ${body.length}\r\n${CLOSING}\r\n${body}`,
        );
        expect(answer, what).toBeDefined();
        expect(answer!.status, what).toBeLessThan(500);
        if (answer!.status < 400) continue;
        expect(errorsOf(endpoint), what).toContain(codeIn(answer!));
      }
    });
  },
);

const paths = endpoints.map(({ path }) =>
  path.replace(/:(\w+)/g, (_, name: string) => idsOfNothing()[name]!),
);

const junk = fc.string({ unit: 'binary', maxLength: 12 });
const target = fc.oneof(
  fc.constantFrom('/', '*', '/health', '//', '/%', '/%00', 'http://a/health', 'a:80', ...paths),
  junk,
  fc.tuple(fc.constantFrom(...paths), junk).map(([path, query]) => `${path}?${query}`),
);
/** Generates methods other than HEAD. A response to HEAD announces a body that is never sent. */
const method = fc.oneof(
  fc.constantFrom(...METHODS.filter((name) => name !== 'HEAD'), 'get', 'HELLO', ''),
  junk,
);
const version = fc.constantFrom(
  'HTTP/1.1',
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/1.9',
  '',
  'X',
);
const header = fc.oneof(
  fc.constantFrom(
    'Host: a',
    'Host: a',
    'Host: b c',
    'Host:',
    'Content-Length: 3',
    'Content-Length: -1',
    'Content-Length: 1e3',
    'Content-Length: 99999999999999999999',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: gzip',
    'Transfer-Encoding: chunked, identity',
    'Content-Type: application/json',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Encoding: gzip',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Expect: 100-continue',
    'Expect: x',
    ' folded: line',
    ': no name',
    'no colon',
  ),
  fc.tuple(junk, junk).map(([name, value]) => `${name}: ${value}`),
);
const body = fc.oneof(
  fc.constantFrom('', '{}', '3\r\n{}\n\r\n0\r\n\r\n', 'zz\r\n', '0\r\nX: y\r\n\r\n', '--x--\r\n'),
  junk,
);
const lineEnd = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r');
const request = fc
  .tuple(method, target, version, fc.array(header, { maxLength: 6 }), fc.boolean(), lineEnd, body)
  .map(([name, address, of, headers, hasKey, end, sent]) => {
    const key = hasKey ? [`Authorization: ApiKey ${tenant.apiKey.token}`] : [];
    return [`${name} ${address} ${of}`, ...key, ...headers, '', sent].join(end);
  });

describe('random bytes on a connection', () => {
  it('receive only responses below 500, with complete problem documents', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), {
          minLength: 20,
          maxLength: 20,
        }),
        async (connections) => {
          await Promise.all(
            connections.map(async (requests) => {
              const answers = await exchange(...requests, LAST);
              expect(answers).not.toEqual([]);
              for (const answer of answers) {
                expect(answer.status).toBeLessThan(500);
                if (answer.status >= 400) codeIn(answer);
              }
            }),
          );
          expect(errorLines()).toEqual([]);
        },
      ),
      { numRuns: testRuns(10) },
    );
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  });
});
