import { resolve } from 'node:path';
import type { CreditPack } from '@parlance/contracts';
import { closestName } from './closest-name.ts';
import {
  databaseUrl,
  integer,
  listOf,
  mailbox,
  oneOf,
  optional,
  origins,
  projectId,
  proxies,
  publicUrl,
  reusePort,
  text,
  url,
  variable,
} from './config-values.ts';
import { DEFAULT_ENGINE_CHAIN, ENGINE_DEFINITIONS, ENGINE_IDS } from './providers/mt/registry.ts';
import { DEFAULT_CREDIT_PACKS, parseCreditPacks } from './providers/payment/credit-packs.ts';

const ROLES_OF_PROCESS = ['all', 'api', 'worker'] as const;
const SIGN_UP_MODES = ['open', 'invited', 'closed'] as const;
const LOG_FORMATS = ['text', 'json'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Variables of the service. Variables of an engine are declared in the engine's own file. */
export const VARIABLES = {
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
      'Connection URL of PostgreSQL 15 or newer. If empty, the service runs an embedded PostgreSQL in DATA_DIR.',
    default: '',
    secret: true,
    parse: optional(databaseUrl),
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
  SMTP_URL: variable({
    description:
      'URL of the SMTP server (`smtp:` or `smtps:`). If empty, each mail is written to a file in DATA_DIR/mail, and the inviter gets the link of an invitation to pass on.',
    default: '',
    secret: true,
    parse: optional(url(['smtp:', 'smtps:'])),
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
  WEB_I18N_PROJECT: variable({
    description:
      'ID of the project of this deployment that has the texts of the web app. The app shows its released texts of the environment `production` instead of the built-in texts.',
    default: '',
    defaultText: 'none: the built-in texts',
    parse: optional(projectId),
  }),
};

type Variables = typeof VARIABLES;
type Parsed = { [Name in keyof Variables]: ReturnType<Variables[Name]['parse']> };

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly databaseMaxConnections: number;
  readonly dataDir: string;
  readonly allowedOrigins: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly signUp: (typeof SIGN_UP_MODES)[number];
  readonly role: (typeof ROLES_OF_PROCESS)[number];
  readonly deployment: string;
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly drainMs: number;
  readonly reusesPort: boolean;
  readonly trustProxy: readonly string[];
  readonly limitsRates: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly logFormat: (typeof LOG_FORMATS)[number];
  readonly engineChain: readonly string[];
  /** True if the log may have the links of mails: only their reader sees it, on this machine. */
  readonly logsLinks: boolean;
  /** Values of the engines' variables, by name of the variable. */
  readonly engineSettings: Readonly<Record<string, string | undefined>>;
  /** Null if no payment provider is configured. */
  readonly payments: PaymentsConfig | null;
  /** Project whose releases have the texts of the web app. */
  readonly webI18nProject: string | null;
  /** Warnings for the operator. The service starts nevertheless. */
  readonly warnings: readonly string[];
}

export interface PaymentsConfig {
  readonly paypal: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly baseUrl: string;
    readonly webhookId: string | null;
  };
  readonly packs: readonly CreditPack[];
  readonly monthlyCredits: number;
  readonly returnUrl: string;
}

/** All faults of the environment, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Env = Readonly<Record<string, string | undefined>>;

/** Reads and validates the environment. @throws ConfigError with every fault */
export function readConfig(
  env: Env = process.env,
  isTerminal = process.stdout.isTTY === true,
): Config {
  const faults = findMisspelt(env);
  const parsed = parseVariables(env, faults);
  const engineSettings: Record<string, string | undefined> = {};
  for (const setting of ENGINE_DEFINITIONS.flatMap((engine) => engine.settings)) {
    const value = env[setting.variable]?.trim() || setting.default;
    const problem = value === undefined ? null : (setting.check?.(value) ?? null);
    if (problem !== null) faults.push(`${setting.variable} ${problem}`);
    engineSettings[setting.variable] = value;
  }
  if ((parsed.PAYPAL_CLIENT_ID === null) !== (parsed.PAYPAL_CLIENT_SECRET === null)) {
    faults.push('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set together');
  }
  if (parsed.DATABASE_URL === null && (parsed.ROLE === 'api' || parsed.ROLE === 'worker')) {
    faults.push(
      `ROLE=${parsed.ROLE} needs DATABASE_URL: the embedded database supports only one process, which does both`,
    );
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));

  const values = parsed as Parsed;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const site = new URL(publicUrl);
  const logFormat = values.LOG_FORMAT ?? (isTerminal ? 'text' : 'json');
  const allowedOrigins = values.ALLOWED_ORIGINS.length > 0 ? values.ALLOWED_ORIGINS : [site.origin];
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    databaseMaxConnections: values.DATABASE_MAX_CONNECTIONS,
    dataDir: values.DATA_DIR,
    allowedOrigins,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    signUp: values.SIGN_UP,
    role: values.ROLE,
    deployment: values.DEPLOYMENT || (env.NODE_ENV === 'production' ? 'production' : 'development'),
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    drainMs: values.DRAIN_MS,
    reusesPort: values.REUSE_PORT,
    trustProxy: values.TRUST_PROXY,
    limitsRates: values.RATE_LIMITS === 'on',
    logLevel: values.LOG_LEVEL,
    logFormat,
    // The image is always in production: its log is read by others, too.
    logsLinks:
      logFormat === 'text' &&
      isTerminal &&
      isLoopback(site.hostname) &&
      env.NODE_ENV !== 'production',
    engineChain: values.MT_ENGINES,
    engineSettings,
    payments: paymentsOf(
      values,
      allowedOrigins[0] === site.origin ? publicUrl : allowedOrigins[0]!,
    ),
    webI18nProject: values.WEB_I18N_PROJECT,
    warnings: warningsOf(site, new URL(values.PAYPAL_BASE_URL)),
  });
}

/** Returns the values of all variables, and adds a fault for each that has none. */
function parseVariables(env: Env, faults: string[]): Record<string, unknown> {
  const parsed: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(VARIABLES)) {
    const given = env[name]?.trim() || definition.default;
    try {
      parsed[name] = definition.parse(given);
    } catch (error) {
      const shown = definition.secret ? '' : ` (it is ${JSON.stringify(given)})`;
      faults.push(`${name} must be ${(error as Error).message}${shown}`);
    }
  }
  return parsed;
}

/** Returns a warning for each address over which secrets would travel unencrypted. */
function warningsOf(site: URL, paypal: URL): string[] {
  const isOpen = ({ protocol, hostname }: URL) => protocol === 'http:' && !isLoopback(hostname);
  const warnings: string[] = [];
  if (isOpen(site)) {
    warnings.push(
      'PUBLIC_URL uses http: browsers do not send Secure cookies over http, so nobody can sign in with a browser',
    );
  }
  if (isOpen(paypal)) {
    warnings.push('PAYPAL_BASE_URL uses http: the secret of the PayPal app is sent unencrypted');
  }
  return warnings;
}

/** Returns a fault for each unknown variable whose name resembles an unset variable of the service. */
function findMisspelt(env: Env): string[] {
  const known = [
    ...Object.keys(VARIABLES),
    ...ENGINE_DEFINITIONS.flatMap(({ settings }) => settings.map(({ variable }) => variable)),
  ];
  const unset = known.filter((name) => env[name] === undefined);
  return Object.keys(env)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = closestName(name, unset);
      return meant === null ? [] : `${name} is not a variable of Parlance: did you mean ${meant}?`;
    });
}

/** `home` is the URL of the dashboard. */
function paymentsOf(values: Parsed, home: string): PaymentsConfig | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = values;
  if (clientId === null || clientSecret === null) return null;
  return {
    paypal: {
      clientId,
      clientSecret,
      baseUrl: values.PAYPAL_BASE_URL,
      webhookId: values.PAYPAL_WEBHOOK_ID,
    },
    packs: values.CREDIT_PACKS,
    monthlyCredits: values.FREE_MONTHLY_CREDITS,
    returnUrl: values.CHECKOUT_RETURN_URL ?? `${home}/checkout`,
  };
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
