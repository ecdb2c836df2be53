import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeTestDirectory } from '../../test/servers/postgres.ts';
import { ConfigError, readConfig } from './config.ts';

function faultOf(env: Record<string, string>): string | null {
  try {
    readConfig(env);
    return null;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message;
  }
}

describe('the variable DATABASE_URL', () => {
  it.each([
    ['postgresql://user@/db?host=/run/postgresql', '/run/postgresql'],
    ['postgresql://user:pass%40word@/db?host=%2Frun%2Fpostgresql', '/run/postgresql'],
    ['postgres:///db?host=/run/postgresql&user=user', '/run/postgresql'],
    ['postgresql://%2Frun%2Fpostgresql/db', '/run/postgresql'],
    ['postgres://user@db.test:5433/db?sslmode=disable', 'db.test'],
  ])('accepts %s and passes it to the driver unchanged', (url, host) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
    expect(new pg.Client({ connectionString: url })).toMatchObject({ host, database: 'db' });
  });

  it.each(['mysql://user@/db', 'localhost/db', '/run/postgresql', 'postgresql:db'])(
    'rejects %s',
    (url) => {
      expect(faultOf({ DATABASE_URL: url })).toMatch(/^DATABASE_URL must be /);
    },
  );

  it('accepts several servers only if target_session_attrs selects the server that accepts writes', () => {
    const several = 'postgres://one:5432,two:5433/db';
    expect(faultOf({ DATABASE_URL: several })).toMatch(/target_session_attrs=read-write/);
    for (const role of ['read-write', 'primary']) {
      expect(faultOf({ DATABASE_URL: `${several}?target_session_attrs=${role}` })).toBeNull();
    }
    for (const role of ['standby', 'prefer-standby', 'master']) {
      expect(faultOf({ DATABASE_URL: `postgres://one/db?target_session_attrs=${role}` })).toMatch(
        /^DATABASE_URL must be a URL .*target_session_attrs/,
      );
    }
    expect(faultOf({ DATABASE_URL: 'postgres://one,:x/db?target_session_attrs=primary' })).toMatch(
      /^DATABASE_URL must be a URL that begins with/,
    );
  });

  it('rejects a password that is not percent-encoded, without any part of the password in the error', () => {
    const plain = fc.stringMatching(/^[a-z]{4,8}$/);
    const password = fc
      .tuple(plain, fc.constantFrom('@', '/', '#', '?', '@x/', '/5@', '#@', '?@'), plain)
      .map(([before, sign, after]) => `secret${before}${sign}${after}secret`);
    fc.assert(
      fc.property(password, (bare) => {
        const fault = faultOf({ DATABASE_URL: `postgres://app:${bare}@127.0.0.1:1/db` });
        expect(fault).toMatch(/^DATABASE_URL must be .*(percent-encoded|URL that begins)/);
        expect(fault).not.toContain('secret');
        const encoded = `postgres://app:${encodeURIComponent(bare)}@127.0.0.1:1/db`;
        expect(faultOf({ DATABASE_URL: encoded })).toBeNull();
      }),
    );
    expect(faultOf({ DATABASE_URL: 'postgres://app:5432/secret@127.0.0.1/db' })).toMatch(/%40/);
  });
});

describe('the variable DATABASE_POOL_URL', () => {
  const pool = 'postgres://pooler:6432/db';

  it('requires DATABASE_URL', () => {
    expect(faultOf({ DATABASE_POOL_URL: pool })).toMatch(/^DATABASE_POOL_URL needs DATABASE_URL/);
    const config = readConfig({ DATABASE_POOL_URL: pool, DATABASE_URL: 'postgres://one/db' });
    expect(config).toMatchObject({ databaseUrl: 'postgres://one/db', databasePoolUrl: pool });
  });
});

describe('the variable DATABASE_READ_URL', () => {
  it('requires DATABASE_URL, and accepts several standbys', () => {
    const standbys = 'postgres://two,three/db?target_session_attrs=prefer-standby';
    expect(faultOf({ DATABASE_READ_URL: standbys })).toMatch(
      /^DATABASE_READ_URL needs DATABASE_URL/,
    );
    const config = readConfig({ DATABASE_READ_URL: standbys, DATABASE_URL: 'postgres://one/db' });
    expect(config.databaseReadUrl).toBe(standbys);
  });
});

describe('the variable HISTORY_KEPT_DAYS', () => {
  it('accepts an age of at least 30 days, or 0, which keeps history indefinitely', () => {
    expect(readConfig({}).retention.historyDays).toBe(1_095);
    expect(readConfig({ HISTORY_KEPT_DAYS: '30' }).retention.historyDays).toBe(30);
    expect(readConfig({ HISTORY_KEPT_DAYS: '0' }).retention.historyDays).toBeNull();
    for (const value of ['29', '-1', '3 years', '1e3']) {
      expect(faultOf({ HISTORY_KEPT_DAYS: value })).toMatch(/^HISTORY_KEPT_DAYS must be 0, or a/);
    }
  });
});

describe('the variable BUNDLE_STORE', () => {
  const bucket = { BUNDLE_STORE_KEY_ID: 'id', BUNDLE_STORE_SECRET: 'secret' };

  it('selects a folder with a file:// address', () => {
    expect(readConfig({ BUNDLE_STORE: 'file:///srv/bundles' }).bundleStore).toEqual({
      kind: 'file',
      folder: '/srv/bundles',
    });
  });

  it.each([
    ['s3://texts', {}, { bucket: 'texts', prefix: '', endpoint: null, usesPathStyle: false }],
    ['s3://texts/app/v1/', {}, { bucket: 'texts', prefix: 'app/v1/', region: 'us-east-1' }],
    [
      's3://texts',
      { BUNDLE_STORE_ENDPOINT: 'http://minio:9000', BUNDLE_STORE_REGION: 'eu-west-1' },
      { endpoint: 'http://minio:9000', usesPathStyle: true, region: 'eu-west-1' },
    ],
    [
      's3://texts',
      { BUNDLE_STORE_ENDPOINT: 'https://s3.example', BUNDLE_STORE_PATH_STYLE: 'off' },
      { usesPathStyle: false },
    ],
  ])('selects a bucket with %s and %j', (address, more, expected) => {
    const { bundleStore } = readConfig({ BUNDLE_STORE: address, ...bucket, ...more });
    expect(bundleStore).toMatchObject({ kind: 's3', keyId: 'id', secret: 'secret', ...expected });
  });

  it.each(['/srv/bundles', 'file://', 's3://', 's3://Upper', 'https://bucket', 's3://a b'])(
    'rejects %s',
    (address) => {
      expect(faultOf({ BUNDLE_STORE: address, ...bucket })).toMatch(/^BUNDLE_STORE must be /);
    },
  );

  it('requires BUNDLE_STORE_KEY_ID if it names a bucket', () => {
    expect(faultOf({ BUNDLE_STORE: 's3://texts' })).toMatch(/BUNDLE_STORE_KEY_ID/);
  });
});

describe('readConfig with secrets in files', () => {
  const directory = makeTestDirectory();
  const write = (content: string): string => {
    const path = join(directory, randomUUID());
    writeFileSync(path, content);
    return path;
  };

  it('reads a secret from the file that the variable with _FILE names, without the final line break', () => {
    const config = readConfig({
      DATABASE_URL_FILE: write('postgres://user:p%40ss@db.test/db\n'),
      DEEPL_API_KEY_FILE: write('key-of-deepl\r\n'),
    });
    expect(config.databaseUrl).toBe('postgres://user:p%40ss@db.test/db');
    expect(config.engineSettings.DEEPL_API_KEY).toBe('key-of-deepl');
  });

  it('reports an unreadable file or a secret that is set twice, without any part of the secret', () => {
    expect(faultOf({ SMTP_URL_FILE: '/no/such/file' })).toBe(
      'SMTP_URL_FILE must be the path of a file that can be read (ENOENT)',
    );
    const path = write('smtp://user:secret@mail.test');
    const both = faultOf({ SMTP_URL: 'smtp://user:secret@mail.test', SMTP_URL_FILE: path });
    expect(both).toBe('SMTP_URL and SMTP_URL_FILE are both set: set only one');
    expect(faultOf({ DATABASE_URL_FILE: write('mysql://secret') })).not.toContain('secret');
  });

  it('ignores PORT_FILE, because the port is not a secret', () => {
    expect(faultOf({ PORT_FILE: write('80') })).toBeNull();
  });
});

describe('readConfig', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['SIGNUP', 'SIGN_UP'],
    ['P_ORT', 'PORT'],
    ['PARLANCE_PUBLIC_URL', 'PUBLIC_URL'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['LIBRETRANSLATE_URI', 'LIBRETRANSLATE_URL'],
  ])('rejects %s and suggests %s', (given, meant) => {
    expect(faultOf({ [given]: 'x' })).toBe(
      `${given} is not a variable of Parlance: did you mean ${meant}?`,
    );
  });

  it.each(['HOSTS', 'POST', 'ROLES', 'PGDATABASE', 'DATA_DIRECTORY', 'DEPLOYMENT_ID', 'PATH'])(
    'ignores %s, which is not similar to any variable of Parlance',
    (name) => expect(faultOf({ [name]: 'x' })).toBeNull(),
  );

  it.each([
    ['SIGN_UP_MODE', 'SIGN_UP'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['DEEPL_KEY', 'DEEPL_API_KEY'],
    ['BUNDLE_STORE_BUCKET', 'BUNDLE_STORE'],
  ])('warns of %s, and suggests %s', (given, meant) => {
    const { warnings } = readConfig({ [given]: 'x' });
    expect(warnings).toEqual([expect.stringMatching(`^${given} has no effect: .*\\b${meant}\\b`)]);
  });

  it.each<Record<string, string>>([
    { SMTP_HOST: 'x', SMTP_URL: 'smtp://localhost' },
    { OPENAI_ORG_ID: 'x', OPENAI_MODEL: 'x' },
    { SMTP_SERVICE_HOST: '10.0.0.1', SMTP_PORT: 'tcp://10.0.0.1:25', SMTP_PORT_25_TCP: 'x' },
    { AWS_PROFILE: 'x', GOOGLE_APPLICATION_CREDENTIALS: 'x', PARLANCE_URL: 'https://a.test' },
  ])('does not warn of variables that another program may read: %j', (env) => {
    expect(readConfig(env).warnings).toEqual([]);
  });

  it('warns of a PUBLIC_URL with http, unless the host is a loopback address', () => {
    const warning = expect.stringMatching(/^PUBLIC_URL uses http: browsers do not send Secure/);
    expect(readConfig({ PUBLIC_URL: 'http://l10n.example.org' }).warnings).toEqual([warning]);
    for (const url of ['https://l10n.example.org', 'http://localhost:4400', 'http://127.0.0.1']) {
      expect(readConfig({ PUBLIC_URL: url }).warnings).toEqual([]);
    }
  });

  it('binds metrics to loopback, unless METRICS_HOST names another address', () => {
    expect(readConfig({ HOST: '0.0.0.0', METRICS_PORT: '9464' }).metricsHost).toBe('127.0.0.1');
    expect(readConfig({ METRICS_HOST: '0.0.0.0' }).metricsHost).toBe('0.0.0.0');
  });

  it('ignores a misspelled variable if the correct variable is set', () => {
    expect(faultOf({ LOGLEVEL: 'x', LOG_LEVEL: 'warn' })).toBeNull();
  });
});

describe('the variable TRUST_PROXY', () => {
  it('accepts addresses, networks and the names of ranges', () => {
    const value = '10.0.0.1, 10.1.0.0/16,2001:db8::1,2001:db8::/32,loopback,uniquelocal,linklocal';
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toHaveLength(7);
  });

  it.each([
    'proxy',
    '10.0.0',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/',
    '10.0.0.1/a',
    '*',
    '1',
  ])('rejects %s', (value) => {
    const fault = faultOf({ TRUST_PROXY: value });
    expect(fault).toMatch(/^TRUST_PROXY must be /);
    expect(fault).toContain(JSON.stringify(value));
  });
});

describe('the variable ROLE', () => {
  it.each(['api', 'worker'])(
    'rejects %s with the embedded database, which supports only one process',
    (ROLE) => {
      expect(faultOf({ ROLE })).toBe(
        `ROLE=${ROLE} needs DATABASE_URL: the embedded database supports only one process, which does both`,
      );
      expect(faultOf({ ROLE, DATABASE_URL: 'postgres://user@db.test/db' })).toBeNull();
    },
  );
});

describe('readConfig', () => {
  it.each([
    ['MT_ENGINES', 'deepl,foo', 'foo'],
    ['ALLOWED_ORIGINS', 'https://a.test,b.test', 'b.test'],
    ['TRUST_PROXY', '10.0.0.1,proxy', 'proxy'],
  ])('names the invalid item of a list in %s', (name, value, item) => {
    expect(faultOf({ [name]: value })).toMatch(
      new RegExp(`^${name} must be a comma-separated list .*, but "${item}" is not \\(it is `),
    );
  });
});

describe('readConfig', () => {
  it('allows links of mails in the log only if a local service logs to a terminal', () => {
    expect(readConfig({}, true).logsLinks).toBe(true);
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:80' }, true).logsLinks).toBe(true);
    expect(readConfig({ LOG_FORMAT: 'text' }, false).logsLinks).toBe(false);
    expect(readConfig({ LOG_FORMAT: 'json' }, true).logsLinks).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://l10n.example.test' }, true).logsLinks).toBe(false);
    expect(readConfig({ NODE_ENV: 'production' }, true).logsLinks).toBe(false);
  });
});

describe('the variable METRICS_PORT', () => {
  it('must differ from PORT, unless the process is a worker', () => {
    const ports = { PORT: '4700', METRICS_PORT: '4700' };
    expect(faultOf(ports)).toBe('PORT and METRICS_PORT must differ, and both are 4700');
    const worker = { ...ports, ROLE: 'worker', DATABASE_URL: 'postgres://db.test/parlance' };
    expect(faultOf(worker)).toBeNull();
  });
});

describe('the variable SECURITY_CONTACT', () => {
  it('accepts an https URL or a mailto URL', () => {
    for (const value of ['mailto:security@example.org', 'https://example.org/report']) {
      expect(readConfig({ SECURITY_CONTACT: value }).securityContact).toBe(value);
    }
    expect(readConfig({}).securityContact).toBeNull();
  });

  it.each(['security@example.org', 'http://example.org', 'mailto:a@b.c\nPolicy: x'])(
    'rejects %j',
    (value) => {
      expect(faultOf({ SECURITY_CONTACT: value })).toMatch(/^SECURITY_CONTACT must be a URL /);
    },
  );
});

describe('the variable MAIL_FROM', () => {
  it.each(['Parlance <parlance@example.test>', 'parlance@example.test', '"P, Inc" <p@x.test>'])(
    'accepts %s',
    (value) => {
      expect(readConfig({ MAIL_FROM: value }).mailFrom).toBe(value);
    },
  );

  it.each([
    'nobody',
    'A <a@b.test>, B <c@d.test>',
    'A <a@b.test>\r\nBcc: c@d.test',
    'A <a b@c.test>',
  ])('rejects %j', (value) => {
    expect(faultOf({ MAIL_FROM: value })).toMatch(/^MAIL_FROM must be /);
  });
});

describe('the variable PUBLIC_URL', () => {
  it('accepts a path, unless the path collides with a route of the service', () => {
    const url = 'https://x.test/l10n';
    expect(readConfig({ PUBLIC_URL: `${url}/` })).toMatchObject({
      publicUrl: url,
      allowedOrigins: ['https://x.test'],
    });
    for (const path of ['/v1', '/docs/l10n', '/o', '/assets', '/openapi.json']) {
      expect(faultOf({ PUBLIC_URL: `https://x.test${path}` })).toMatch(/begin like an address/);
    }
  });

  it.each(['https://x.test/?a=b', 'https://x.test/#a', 'https://user:open-sesame@x.test'])(
    'rejects %s, because links in mails begin with PUBLIC_URL',
    (value) => {
      expect(faultOf({ PUBLIC_URL: value })).toMatch(/^PUBLIC_URL must be /);
    },
  );
});
