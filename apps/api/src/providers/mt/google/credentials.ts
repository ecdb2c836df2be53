import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { asObject, asText } from '../http/http-answer.ts';
import { checkBaseUrl } from '../setting-checks.ts';

const DEFAULT_TOKEN_URL = 'https://oauth2.googleapis.com/token';
const TRANSLATE_SCOPE = 'https://www.googleapis.com/auth/cloud-translation';
const STORAGE_SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write';
/** Validity of an assertion in seconds. The maximum is an hour. */
const VALID_SECONDS = 3_600;

/** Key of a service account. */
export interface GoogleCredentials {
  readonly email: string;
  readonly keyId: string;
  readonly privateKey: KeyObject;
  readonly projectId: string;
  readonly tokenUrl: string;
  /** True if tokens must also give access to Cloud Storage. */
  readonly usesStorage?: boolean;
}

/**
 * Returns the key in a JSON file of Google Cloud.
 * @throws Error if the file does not contain such a key
 */
export function readCredentials(json: string): GoogleCredentials {
  const file = asObject(JSON.parse(json));
  const credentials = {
    email: asText(file?.client_email),
    keyId: asText(file?.private_key_id),
    privateKey: createPrivateKey(asText(file?.private_key)),
    projectId: asText(file?.project_id),
    tokenUrl: asText(file?.token_uri) || DEFAULT_TOKEN_URL,
  };
  if (credentials.email === '' || checkBaseUrl(credentials.tokenUrl) !== null)
    throw new TypeError('the key lacks client_email, or its token_uri is not a URL');
  return credentials;
}

/** Returns an error message for a text that is not the key of a service account. */
export function checkCredentials(value: string): string | null {
  try {
    readCredentials(value);
    return null;
  } catch {
    // The cause is not part of the message, because it may quote the key.
    return 'must be the key of a service account in JSON, with client_email and private_key';
  }
}

/** Returns a signed assertion, for which Google returns an access token (RFC 7523 §2.1). */
export function signAssertion(credentials: GoogleCredentials, wallNowMs: number): string {
  const { email, keyId, privateKey, tokenUrl, usesStorage } = credentials;
  const scope = usesStorage ? `${TRANSLATE_SCOPE} ${STORAGE_SCOPE}` : TRANSLATE_SCOPE;
  const iat = Math.floor(wallNowMs / 1_000);
  const claims = { iss: email, scope, aud: tokenUrl, iat, exp: iat + VALID_SECONDS };
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === '' ? {} : { kid: keyId }) };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}
