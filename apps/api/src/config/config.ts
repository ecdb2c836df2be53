import type { CreditPack } from '@parlance/contracts';
import type { MigrationMode } from '../db/migrate.ts';
import type { Retention } from '../deps.ts';
import { type BundleStoreConfig, bundleStoreOf } from '../providers/bundle-store/store-config.ts';
import { type CdnConfig, cdnOf } from '../providers/cdn/cdn-config.ts';
import type { AllowedAddress } from '../providers/guarded/allowed-addresses.ts';
import { ENGINE_DEFINITIONS } from '../providers/mt/registry.ts';
import {
  type LOG_FORMATS,
  type LOG_LEVELS,
  type Parsed,
  type ROLES_OF_PROCESS,
  SECRETS,
  type SIGN_UP_MODES,
  VARIABLES,
} from './config-variables.ts';
import { findMisspelt, findStrays } from './find-misspelt.ts';
import { readSecretFiles, secretFileOf } from './secret-files.ts';
import { findOtherProtocols, type TracingConfig, tracingOf } from './trace-variables.ts';

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  /**
   * URL through which requests and tasks reach the database, for example the URL of a pooler. Null
   * if they use `databaseUrl`.
   */
  readonly databasePoolUrl: string | null;
  /** URL of a standby that may answer reads. Null if there is no standby. */
  readonly databaseReadUrl: string | null;
  readonly databaseMaxConnections: number;
  /** Migrations that the process applies when it starts. */
  readonly migrations: MigrationMode;
  readonly dataDir: string;
  /** Key that encrypts secrets in the database. Null if the key is in a file of `dataDir`. */
  readonly secretKey: Buffer | null;
  readonly previousSecretKey: Buffer | null;
  readonly allowedOrigins: readonly string[];
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly securityContact: string | null;
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
  /**
   * True if log lines may contain links from mails, because only the user of this machine sees the
   * log.
   */
  readonly logsLinks: boolean;
  /** Environment variables of the translation engines, by variable name. */
  readonly engineSettings: Readonly<Record<string, string | undefined>>;
  /** Settings of the payment provider. Null if none is configured. */
  readonly payments: PaymentsConfig | null;
  /** Settings of the CDN. Null if none is configured. */
  readonly cdn: CdnConfig | null;
  /** Seconds for which shared caches may keep the latest bundle of a locale. */
  readonly sharedMaxAgeSeconds: number;
  /** Settings of the bundle store. Null if the service has none. */
  readonly bundleStore: BundleStoreConfig | null;
  readonly retention: Retention;
  /** Addresses that webhooks may call in addition to public addresses. */
  readonly webhookAllowedAddresses: readonly AllowedAddress[];
  /** Project whose releases contain the texts of the web app. Null for the built-in texts. */
  readonly webI18nProject: string | null;
  /** Settings of traces. Null if no traces are sent. */
  readonly tracing: TracingConfig | null;
  /** Warnings for the operator. They do not prevent the start. */
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

/** Thrown for an invalid environment. The message contains all errors, one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Seconds for which caches keep a response if no CDN is configured. The time is short, because the
 * service does not notify such caches of new releases.
 */
const SHORT_MAX_AGE_SECONDS = 60;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads and validates the environment.
 * @throws ConfigError with all errors
 */
export function readConfig(
  given: Env = process.env,
  isTerminal = process.stdout.isTTY === true,
): Config {
  const faults = findMisspelt(given, KNOWN);
  const env = readSecretFiles(given, SECRETS, faults);
  const values = readValues(env, faults);
  const engineSettings = readEngineSettings(env, faults);
  const cdn = cdnOf(values, faults);
  faults.push(...findIncomplete(values));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));

  const tracing = tracingOf(values);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const site = new URL(publicUrl);
  const logFormat = values.LOG_FORMAT ?? (isTerminal ? 'text' : 'json');
  const allowedOrigins = values.ALLOWED_ORIGINS.length > 0 ? values.ALLOWED_ORIGINS : [site.origin];
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    databaseUrl: values.DATABASE_URL,
    databasePoolUrl: values.DATABASE_POOL_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseMaxConnections: values.DATABASE_MAX_CONNECTIONS,
    migrations: values.MIGRATIONS,
    dataDir: values.DATA_DIR,
    secretKey: values.SECRET_KEY,
    previousSecretKey: values.SECRET_KEY_PREVIOUS,
    allowedOrigins,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    securityContact: values.SECURITY_CONTACT,
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
    // Links are never logged in production, where other people may read the log. The container
    // image sets NODE_ENV to production.
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
    cdn,
    sharedMaxAgeSeconds: cdn === null ? SHORT_MAX_AGE_SECONDS : values.CDN_MAX_AGE,
    bundleStore: bundleStoreOf(values),
    retention: {
      historyDays: values.HISTORY_KEPT_DAYS,
      releasesDays: values.RELEASES_KEPT_DAYS,
      auditDays: values.AUDIT_KEPT_DAYS,
      activityDays: values.ACTIVITY_KEPT_DAYS,
    },
    webhookAllowedAddresses: values.WEBHOOK_ALLOWED_ADDRESSES,
    webI18nProject: values.WEB_I18N_PROJECT,
    tracing,
    warnings: [
      ...warningsOf(site, new URL(values.PAYPAL_BASE_URL)),
      ...findStrays(given, KNOWN),
      ...(tracing === null ? [] : findOtherProtocols(given)),
    ],
  });
}

/** Returns a warning for each address to which secrets would be sent unencrypted. */
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

function readValues(env: Env, faults: string[]): Parsed {
  const parsed: Record<string, unknown> = {};
  for (const [name, definition] of Object.entries(VARIABLES)) {
    const value = env[name]?.trim() || definition.default;
    try {
      parsed[name] = definition.parse(value);
    } catch (error) {
      const { message } = error as Error;
      const given = JSON.stringify(value);
      const isShown = definition.secret || message.includes(given);
      faults.push(`${name} must be ${message}${isShown ? '' : ` (it is ${given})`}`);
      parsed[name] = null;
    }
  }
  return parsed as Parsed;
}

function readEngineSettings(env: Env, faults: string[]): Record<string, string | undefined> {
  const settings: Record<string, string | undefined> = {};
  for (const setting of ENGINE_DEFINITIONS.flatMap((engine) => engine.settings)) {
    const value = env[setting.variable]?.trim() || setting.default;
    const problem = value === undefined ? null : (setting.check?.(value) ?? null);
    if (problem !== null) faults.push(`${setting.variable} ${problem}`);
    settings[setting.variable] = value;
  }
  return settings;
}

/** Returns an error for each variable whose required companion variable is missing. */
function findIncomplete(values: Parsed): string[] {
  const faults: string[] = [];
  if ((values.PAYPAL_CLIENT_ID === null) !== (values.PAYPAL_CLIENT_SECRET === null)) {
    faults.push('PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set together');
  }
  if (
    values.BUNDLE_STORE?.startsWith('s3:') &&
    (values.BUNDLE_STORE_KEY_ID === null || values.BUNDLE_STORE_SECRET === null)
  ) {
    faults.push('BUNDLE_STORE needs BUNDLE_STORE_KEY_ID and BUNDLE_STORE_SECRET for a bucket');
  }
  if (values.DATABASE_URL === null && values.DATABASE_POOL_URL !== null) {
    faults.push('DATABASE_POOL_URL needs DATABASE_URL, which migrations and the task queue use');
  }
  if (values.DATABASE_URL === null && values.DATABASE_READ_URL !== null) {
    faults.push('DATABASE_READ_URL needs DATABASE_URL, the primary that the standby follows');
  }
  if (values.DATABASE_URL === null && (values.ROLE === 'api' || values.ROLE === 'worker')) {
    faults.push(
      `ROLE=${values.ROLE} needs DATABASE_URL: the embedded database supports only one process, which does both`,
    );
  }
  const isShared = values.METRICS_PORT !== null && values.PORT === values.METRICS_PORT;
  if (values.PORT !== 0 && isShared && values.ROLE !== 'worker') {
    faults.push(`PORT and METRICS_PORT must differ, and both are ${values.PORT}`);
  }
  return faults;
}

/** Names of all variables that the service reads. */
const KNOWN: readonly string[] = [
  ...Object.keys(VARIABLES),
  ...ENGINE_DEFINITIONS.flatMap(({ settings }) => settings.map(({ variable }) => variable)),
  ...SECRETS.map(secretFileOf),
];

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
