import { fileURLToPath } from 'node:url';

export type BundleStoreConfig =
  | { readonly kind: 'file'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      /** Prefix of all object keys. It is empty or ends in a slash. */
      readonly prefix: string;
      readonly region: string;
      /** Endpoint of the S3 service. Null for the AWS endpoint of the region. */
      readonly endpoint: string | null;
      readonly usesPathStyle: boolean;
      readonly keyId: string;
      readonly secret: string;
    };

interface Values {
  readonly BUNDLE_STORE: string | null;
  readonly BUNDLE_STORE_KEY_ID: string | null;
  readonly BUNDLE_STORE_SECRET: string | null;
  readonly BUNDLE_STORE_REGION: string;
  readonly BUNDLE_STORE_ENDPOINT: string | null;
  readonly BUNDLE_STORE_PATH_STYLE: 'on' | 'off' | null;
}

/** Returns the configuration of the bundle store. Null if none is configured. */
export function bundleStoreOf(values: Values): BundleStoreConfig | null {
  const address = values.BUNDLE_STORE;
  if (address === null) return null;
  if (address.startsWith('file:')) return { kind: 'file', folder: fileURLToPath(address) };
  const [bucket = '', ...path] = address.slice('s3://'.length).split('/').filter(Boolean);
  const endpoint = values.BUNDLE_STORE_ENDPOINT;
  return {
    kind: 's3',
    bucket,
    prefix: path.map((segment) => `${segment}/`).join(''),
    region: values.BUNDLE_STORE_REGION,
    endpoint,
    usesPathStyle: (values.BUNDLE_STORE_PATH_STYLE ?? (endpoint ? 'on' : 'off')) === 'on',
    keyId: values.BUNDLE_STORE_KEY_ID!,
    secret: values.BUNDLE_STORE_SECRET!,
  };
}
