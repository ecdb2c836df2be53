import { closestName } from '@parlance/config';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Prefixes of variables that belong to Parlance or to one of its providers. Other prefixes, such as
 * `AWS_`, are common in the environment of a server.
 */
const FAMILIES = [
  'SIGN_UP',
  'SMTP',
  'BUNDLE_STORE',
  'METRICS',
  'PAYPAL',
  'DEEPL',
  'LIBRETRANSLATE',
  'OPENAI',
  'ANTHROPIC',
  'GEMINI',
] as const;

/**
 * Matches names of variables that Kubernetes sets for each service of a namespace, such as `REDIS_SERVICE_HOST` and
 * `REDIS_PORT`.
 */
const OF_SERVICE = /_(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/;

/** Minimum length of a variable that is compared with others: HOST is not a misspelling of PORT. */
const MIN_LENGTH = 7;

const joined = (name: string): string => name.replaceAll('_', '');

function meantBy(name: string, unset: readonly string[]): string | null {
  const same = unset.find((one) => joined(one) === joined(name));
  if (same !== undefined) return same;
  const bare = name.replace(/^PARLANCE_/, '');
  if (bare !== name && unset.includes(bare)) return bare;
  return closestName(name, unset, { minLength: MIN_LENGTH });
}

/** Returns an error for each unknown variable whose name is similar to an unset variable of the service. */
export function findMisspelt(env: Env, settingNames: readonly string[]): string[] {
  const unset = settingNames.filter((name) => env[name] === undefined);
  return Object.keys(env)
    .filter((name) => !settingNames.includes(name))
    .flatMap((name) => {
      const meant = meantBy(name, unset);
      return meant === null ? [] : `${name} is not a variable of Parlance: did you mean ${meant}?`;
    });
}

/**
 * Returns a warning for each unknown variable with one of the service's prefixes. Skips a prefix if a known variable
 * with this prefix is set. The result is not an error, because the variable may belong to another program.
 */
export function findStrays(env: Env, settingNames: readonly string[]): string[] {
  return FAMILIES.flatMap((family) => {
    const isOf = (name: string): boolean => name === family || name.startsWith(`${family}_`);
    const engineSettings = settingNames.filter((name) => isOf(name) && !name.endsWith('_FILE'));
    if (engineSettings.some((name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined))
      return [];
    return Object.keys(env)
      .filter((name) => isOf(name) && !OF_SERVICE.test(name))
      .map((name) => `${name} has no effect: Parlance has ${engineSettings.join(', ')}`);
  });
}
