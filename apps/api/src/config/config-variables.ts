import { resolve } from 'node:path';
import { MIGRATION_MODES } from '../db/migrate.ts';
import { CDN_KINDS, purgeTemplate } from '../providers/cdn/cdn-config.ts';
import { parseAllowedAddress } from '../providers/guarded/allowed-addresses.ts';
import { DEFAULT_ENGINE_CHAIN, ENGINE_DEFINITIONS, ENGINE_IDS } from '../providers/mt/registry.ts';
import { DEFAULT_CREDIT_PACKS, parseCreditPacks } from '../providers/payment/credit-packs.ts';
import {
  bundleStoreUrl,
  contact,
  databaseUrl,
  days,
  integer,
  listOf,
  mailbox,
  oneOf,
  optional,
  origins,
  primaryUrl,
  projectId,
  proxies,
  publicUrl,
  reusePort,
  secretKey,
  text,
  url,
  variable,
} from './config-values.ts';
import { TRACE_VARIABLES } from './trace-variables.ts';

export const ROLES_OF_PROCESS = ['all', 'api', 'worker'] as const;
export const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * Environment variables of the service. Variables of a translation engine are declared in the
 * engine's file.
 */
export const VARIABLES = {
  ...TRACE_VARIABLES,
  PORT: variable({ description: 'Port to listen on.', default: '4400', parse: integer(0, 65_535) }),
  HOST: variable({ description: 'Address to listen on.', default: '127.0.0.1', parse: text }),
  PUBLIC_URL: variable({
    description:
      'Public URL of the service, which may have a path. Used in mails and for the name of the session cookie.',
    default: '',
    defaultText: 'http://localhost:$PORT',
    parse: optional(publicUrl),
  }),
  DATABASE_URL: variable({
    description:
      'Connection URL of PostgreSQL 15 or newer. It may name several servers, with `target_session_attrs=read-write`: each new connection goes to the one that accepts writes. If empty, the service runs an embedded PostgreSQL in DATA_DIR.',
    default: '',
    secret: true,
    parse: optional(primaryUrl),
  }),
  DATABASE_POOL_URL: variable({
    description:
      'URL of a connection pooler in front of the same database, such as PgBouncer with `pool_mode=transaction`. Requests and tasks use it. Migrations, notifications and the task queue stay on DATABASE_URL.',
    default: '',
    defaultText: 'DATABASE_URL',
    secret: true,
    parse: optional(primaryUrl),
  }),
  DATABASE_READ_URL: variable({
    description:
      'URL of a standby of the database, or of several. Lists, searches, figures, exports and bundles that are not in memory are read there whenever it has the newest content of the project.',
    default: '',
    defaultText: 'none: all reads use DATABASE_URL',
    secret: true,
    parse: optional(databaseUrl),
  }),
  MIGRATIONS: variable({
    description:
      'Migrations that a process applies when it starts: `all`, or with `expand` only those that processes of the previous version work with. Then run `npm run admin -- migrate` when none of these runs any more.',
    default: 'all',
    parse: oneOf(MIGRATION_MODES),
  }),
  DATA_DIR: variable({
    description: 'Folder for the embedded database, mail files and translation models.',
    default: './data',
    parse: (value: string) => resolve(value),
  }),
  ALLOWED_ORIGINS: variable({
    description: 'Comma-separated origins of web pages that may use a session cookie.',
    default: '',
    defaultText: 'the origin of PUBLIC_URL',
    parse: origins,
  }),
  SECRET_KEY: variable({
    description:
      'Key that encrypts secrets in the database, such as those of webhooks: 32 random bytes in base64 or hexadecimal. All processes need the same. Without it, the first start creates a key in DATA_DIR/secret.key.',
    default: '',
    defaultText: 'DATA_DIR/secret.key',
    secret: true,
    parse: optional(secretKey),
  }),
  SECRET_KEY_PREVIOUS: variable({
    description:
      'The earlier SECRET_KEY, until `npm run admin -- rotate-secrets` has run. If none was set, it is the content of DATA_DIR/secret.key.',
    default: '',
    defaultText: 'none',
    secret: true,
    parse: optional(secretKey),
  }),
  SMTP_URL: variable({
    description:
      'URL of the SMTP server (`smtp:` or `smtps:`). If empty, each mail is written to a file in DATA_DIR/mail, and the inviter gets the link of an invitation to pass on.',
    default: '',
    secret: true,
    parse: optional(url(['smtp:', 'smtps:'])),
  }),
  SECURITY_CONTACT: variable({
    description:
      'Address for reports of security holes, in `/.well-known/security.txt`: a URL that begins with `https:` or `mailto:`.',
    default: '',
    parse: optional(contact),
  }),
  MAIL_FROM: variable({
    description: 'Sender address of mails.',
    default: 'Parlance <parlance@localhost>',
    parse: mailbox,
  }),
  SIGN_UP: variable({
    description:
      'Sign-up mode: `open` for everyone, `invited` for people with an invitation, `closed` for nobody. The first account can always be created.',
    default: 'open',
    parse: oneOf(SIGN_UP_MODES),
  }),
  ROLE: variable({
    description:
      'Role of the process: `api` serves requests, `worker` runs background tasks, `all` does both. Without DATABASE_URL only `all` works.',
    default: 'all',
    parse: oneOf(ROLES_OF_PROCESS),
  }),
  DEPLOYMENT: variable({
    description: 'Name of the deployment, reported by /health as `environment`.',
    default: '',
    defaultText: 'development, or production with NODE_ENV=production',
    parse: text,
  }),
  METRICS_PORT: variable({
    description: 'Port for Prometheus metrics.',
    default: '',
    defaultText: 'off',
    parse: optional(integer(1, 65_535)),
  }),
  METRICS_HOST: variable({
    description:
      'Address to serve metrics on. They need no key: with an address other than loopback, let only your monitoring reach the port.',
    default: '127.0.0.1',
    parse: text,
  }),
  DRAIN_MS: variable({
    description:
      'Grace period in milliseconds for in-flight requests and tasks after SIGTERM. Keep it shorter than the kill timeout of your orchestrator.',
    default: '25000',
    parse: integer(0, 3_600_000),
  }),
  REUSE_PORT: variable({
    description:
      '`on` lets several processes listen on the same PORT. The kernel distributes connections among them (Linux only).',
    default: 'off',
    parse: reusePort,
  }),
  TRUST_PROXY: variable({
    description: 'Comma-separated addresses of proxies whose X-Forwarded-For header is trusted.',
    default: '',
    defaultText: 'none',
    parse: proxies,
  }),
  RATE_LIMITS: variable({
    description:
      '`off` disables rate limits. Use it only behind a gateway that limits request rates itself.',
    default: 'on',
    parse: oneOf(['on', 'off']),
  }),
  LOG_LEVEL: variable({
    description: 'Minimum log level.',
    default: 'info',
    parse: oneOf(LOG_LEVELS),
  }),
  LOG_FORMAT: variable({
    description: 'Format of the log: lines for people, or JSON for programs.',
    default: '',
    defaultText: '`text` on a terminal, otherwise `json`',
    parse: optional(oneOf(LOG_FORMATS)),
  }),
  DATABASE_MAX_CONNECTIONS: variable({
    description: 'Maximum number of connections from this process to PostgreSQL.',
    default: '10',
    parse: integer(2, 1000),
  }),
  MT_ENGINES: variable({
    description:
      'Comma-separated translation engines in order of preference. The first engine that is ready for a language pair is used.',
    default: DEFAULT_ENGINE_CHAIN.join(','),
    parse: listOf(oneOf(ENGINE_IDS)),
  }),
  PAYPAL_CLIENT_ID: variable({
    description:
      'Client ID of the PayPal app that receives payments. If empty, payments are off and the plan is `self_hosted`.',
    default: '',
    defaultText: 'none',
    parse: optional(text),
  }),
  PAYPAL_CLIENT_SECRET: variable({
    description: 'Secret of the PayPal app.',
    default: '',
    defaultText: 'none',
    secret: true,
    parse: optional(text),
  }),
  PAYPAL_BASE_URL: variable({
    description:
      'Base URL of the PayPal API. For the sandbox, use `https://api-m.sandbox.paypal.com`.',
    default: 'https://api-m.paypal.com',
    parse: url(['https:', 'http:']),
  }),
  PAYPAL_WEBHOOK_ID: variable({
    description: 'ID of the PayPal webhook for /v1/billing/webhooks/paypal.',
    default: '',
    defaultText: 'none: webhook calls get a 503',
    parse: optional(text),
  }),
  CREDIT_PACKS: variable({
    description: 'Credit packs for purchase, as a JSON list.',
    default: DEFAULT_CREDIT_PACKS,
    parse: parseCreditPacks,
  }),
  FREE_MONTHLY_CREDITS: variable({
    description: 'Credits that the plan `free` includes each month.',
    default: '50000',
    parse: integer(0, 1_000_000_000),
  }),
  CHECKOUT_RETURN_URL: variable({
    description:
      'URL of the page that buyers return to from PayPal. The query parameter `checkout` is `approved` or `cancelled`, and `organization` is the id of the organization.',
    default: '',
    defaultText: 'the page /checkout at the first origin in ALLOWED_ORIGINS',
    parse: optional(url(['http:', 'https:'])),
  }),
  BUNDLE_STORE: variable({
    description:
      'Store that released bundles are also written to, so that apps can read them without the service: `s3://<bucket>/<prefix>` or `file:///<folder>`.',
    default: '',
    defaultText: 'none: only the service answers bundles',
    parse: optional(bundleStoreUrl),
  }),
  BUNDLE_STORE_KEY_ID: variable({
    description: 'Access key ID of the bucket.',
    default: '',
    defaultText: 'none',
    parse: optional(text),
  }),
  BUNDLE_STORE_SECRET: variable({
    description: 'Secret access key of the bucket.',
    default: '',
    defaultText: 'none',
    secret: true,
    parse: optional(text),
  }),
  BUNDLE_STORE_REGION: variable({
    description: 'Region of the bucket.',
    default: 'us-east-1',
    parse: text,
  }),
  BUNDLE_STORE_ENDPOINT: variable({
    description: 'URL of a store that speaks the S3 API, such as MinIO, Ceph or R2.',
    default: '',
    defaultText: 'https://s3.$BUNDLE_STORE_REGION.amazonaws.com',
    parse: optional(url(['https:', 'http:'])),
  }),
  BUNDLE_STORE_PATH_STYLE: variable({
    description: '`on` puts the bucket into the path of a URL, `off` into its host.',
    default: '',
    defaultText: '`on` with BUNDLE_STORE_ENDPOINT, otherwise `off`',
    parse: optional(oneOf(['on', 'off'])),
  }),
  CDN: variable({
    description:
      'CDN or cache in front of bundles that is told of each release: `fastly`, `cloudflare`, or `request` for one that CDN_PURGE_REQUEST tells.',
    default: '',
    defaultText: 'none: caches ask again after 60 s',
    parse: optional(oneOf(CDN_KINDS)),
  }),
  CDN_ID: variable({
    description: 'ID of the service at Fastly, or of the zone at Cloudflare.',
    default: '',
    defaultText: 'none',
    parse: optional(text),
  }),
  CDN_TOKEN: variable({
    description: 'API token that may purge at Fastly or Cloudflare.',
    default: '',
    defaultText: 'none',
    secret: true,
    parse: optional(text),
  }),
  CDN_API_URL: variable({
    description: 'Base URL of the API of Fastly or Cloudflare.',
    default: '',
    defaultText: 'the public one',
    parse: optional(url(['https:', 'http:'])),
  }),
  CDN_PURGE_REQUEST: variable({
    description:
      'Request that removes what carries a tag, as JSON: `{"method": "BAN", "url": "http://varnish:6081/", "headers": {"X-Tag": "{tag}"}}`. `{tag}` stands for the tag.',
    default: '',
    defaultText: 'none',
    secret: true,
    parse: optional(purgeTemplate),
  }),
  CDN_MAX_AGE: variable({
    description: 'Seconds for which the CDN keeps a bundle if no release comes (`s-maxage`).',
    default: '86400',
    parse: integer(1, 31_536_000),
  }),
  HISTORY_KEPT_DAYS: variable({
    description:
      'Days for which changes and replaced texts of a project are kept, from when they were replaced. Sync tokens are valid for as long. 0: indefinitely.',
    default: '1095',
    parse: days,
  }),
  RELEASES_KEPT_DAYS: variable({
    description:
      'Days for which a release is kept after the next one of its environment. What an environment serves, what it served before that, and what a kept release publishes again is kept longer. 0: indefinitely.',
    default: '1095',
    parse: days,
  }),
  AUDIT_KEPT_DAYS: variable({
    description: 'Days for which entries of the audit log are kept. 0: indefinitely.',
    default: '1095',
    parse: days,
  }),
  ACTIVITY_KEPT_DAYS: variable({
    description:
      'Days for which the activity of an organization lists imports, releases and jobs. 0: indefinitely.',
    default: '365',
    parse: days,
  }),
  WEBHOOK_ALLOWED_ADDRESSES: variable({
    description:
      'Comma-separated exceptions for the addresses of webhooks, which otherwise must be public, use https and the port 443 or 8443: networks, IP addresses and host names (`10.0.0.0/8`), or such with a port that may also be used over http (`hooks.internal:8080`). Everyone who manages webhooks can then send requests there.',
    default: '',
    defaultText: 'none',
    parse: listOf(parseAllowedAddress),
  }),
  WEB_I18N_PROJECT: variable({
    description:
      'ID of the project of this deployment that has the texts of the web app. The app shows its released texts of the environment `production` instead of the built-in texts.',
    default: '',
    defaultText: 'none: the built-in texts',
    parse: optional(projectId),
  }),
};

type Variables = typeof VARIABLES;
/**
 * Variables whose value can also come from a file. `DATABASE_URL_FILE`, for example, names a file
 * with the value of `DATABASE_URL`.
 */
export const SECRETS: readonly string[] = [
  ...Object.entries(VARIABLES).flatMap(([name, { secret }]) => (secret ? [name] : [])),
  ...ENGINE_DEFINITIONS.flatMap(({ settings }) =>
    settings.flatMap(({ variable, secret }) => (secret ? [variable] : [])),
  ),
];
export type Parsed = { [Name in keyof Variables]: ReturnType<Variables[Name]['parse']> };
