import { type Static, Type } from 'typebox';
import { endpoint, publicAccess } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { choice, closed, named } from '../schema/build.ts';
import { CanonicalLocaleTag, Id, LocaleTag, ReleaseVersion, Timestamp } from '../schema/common.ts';
import { MessageTree } from './export.ts';

/** Maximum version number, which is the maximum of PostgreSQL's `integer`. */
const MAX_VERSION = 2 ** 31 - 1;

/** Shapes of the messages of a bundle. */
export const BUNDLE_SHAPES = ['nested', 'flat', 'mf2', 'compiled'] as const;
export type BundleShape = (typeof BUNDLE_SHAPES)[number];

export const Bundle = named('Bundle', {
  projectId: Id,
  environment: Type.String({ description: 'Slug of the environment.' }),
  locale: CanonicalLocaleTag,
  release: closed(
    { id: Id, version: ReleaseVersion, publishedAt: Timestamp },
    {
      description:
        'Release that the bundle belongs to: the latest one that contains the locale. Later releases leave out locales that they do not publish, and disabled locales.',
    },
  ),
  messages: MessageTree,
});
export type Bundle = Static<typeof Bundle>;

export const i18nBundlesGet = endpoint({
  id: 'i18n.bundles.get',
  method: 'GET',
  path: '/v1/i18n/bundles/:projectId/:environment/:localeCode',
  summary:
    'Returns the bundle of the latest or a pinned release. A regional locale falls back to its parent.',
  access: publicAccess,
  rate: 'misses',
  params: closed({
    projectId: Id,
    environment: Type.String({
      minLength: 1,
      maxLength: LIMITS.slugLength,
      description: 'Slug or id of the environment.',
    }),
    localeCode: LocaleTag,
  }),
  query: Type.Object(
    {
      shape: Type.Optional(
        choice(BUNDLE_SHAPES, {
          default: 'nested',
          description:
            'Shape of `messages`. `nested` splits names at the project’s separator. `flat` does not. `mf2` is `flat` for messages of MessageFormat 2 only. `compiled` has each ICU message or message of MessageFormat 2 as data that `@parlance/reader/format` formats. Defaults to `nested`.',
        }),
      ),
      envelope: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'False to return the messages object alone. Defaults to true.',
        }),
      ),
      prefix: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: LIMITS.keyNameLength,
          description:
            'Returns only the names that begin with this prefix, without it, such as `menu.`. The environment must declare the prefix; otherwise the response is 404.',
        }),
      ),
      release: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_VERSION,
          description: 'Version of the release to pin. Defaults to the latest release.',
        }),
      ),
    },
    // Accepts unknown parameters, because common loaders add cache-busting parameters.
    { additionalProperties: true },
  ),
  data: Bundle,
  errors: ['gone', 'not_found'],
  rawContentTypes: ['application/json'],
});
