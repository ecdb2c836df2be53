import type { FileFormatName } from '@parlance/contracts';
import { FORMATS } from '@parlance/formats';
import { type Static, Type } from 'typebox';
import { LIBRARIES } from './libraries.ts';
import { SPELLING } from './pattern.ts';

const closed = { additionalProperties: false } as const;

const File = Type.Object(
  {
    path: Type.String({
      minLength: 1,
      description:
        'Path of the files from this one, with `{locale}` in place of the locale. `{locale:android}` chooses a spelling; `{-locale:android}`, `{_locale:java}` and `{.locale}` are left out, with the sign before them, for the source locale; any other name in braces, and `*`, match part of a file or folder name, and `**` any number of folders.',
    }),
    source: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Path of the file of the source locale, if `path` does not give it: a template such as `po/app.pot`. Takes the placeholders of `path` but `{locale}`.',
      }),
    ),
    format: Type.Optional(
      Type.Unsafe<FileFormatName>({
        type: 'string',
        enum: FORMATS.map(({ id }) => id),
        description: 'Format of the files. Defaults to that of the extension.',
      }),
    ),
    charset: Type.Optional(
      Type.Union([Type.Literal('utf-8'), Type.Literal('iso-8859-1')], {
        description:
          'Encoding of `.properties` files without a byte order mark. In `iso-8859-1`, other characters are written as escapes. Defaults to `utf-8`.',
      }),
    ),
    shape: Type.Optional(
      Type.Union([Type.Literal('flat'), Type.Literal('nested')], {
        description: 'Shape of new files. Defaults to that of the file of the source locale.',
      }),
    ),
    project: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'Id or slug of the project of these files, if it is not that of the configuration.',
      }),
    ),
    prefix: Type.Optional(
      Type.String({
        description:
          'Text before the names of the keys in the project, such as `{namespace}.` with the placeholders of `path`.',
      }),
    ),
  },
  closed,
);

const Side = Type.Union([Type.Literal('fail'), Type.Literal('ours'), Type.Literal('theirs')]);

/** JSON Schema of `parlance.json`. It validates the file and is published for editors. */
export const ConfigSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    server: Type.Optional(
      Type.String({
        description:
          'Address of the server. It chooses among the servers that you have keys for; a key from the environment does not go there.',
      }),
    ),
    project: Type.Optional(
      Type.String({ minLength: 1, description: 'Id or slug of the project.' }),
    ),
    sourceLocale: Type.Optional(
      Type.String({ description: 'Source locale for checks without a server. Defaults to `en`.' }),
    ),
    runtimes: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        uniqueItems: true,
        description:
          'Libraries and platforms that show the texts, for checks without a server, such as `["vue-i18n"]`. With a server, those of the project count.',
      }),
    ),
    files: Type.Array(File, { minItems: 1, description: 'The locale files.' }),
    locales: Type.Optional(
      Type.Object(
        {
          only: Type.Optional(Type.Array(Type.String(), { description: 'Locales to work on.' })),
          map: Type.Optional(
            Type.Record(Type.String(), Type.String({ pattern: `^${SPELLING}$` }), {
              description: 'Spelling in paths by the locale of the project.',
            }),
          ),
        },
        closed,
      ),
    ),
    push: Type.Optional(
      Type.Object(
        {
          locales: Type.Optional(
            Type.Union([Type.Literal('source'), Type.Literal('all'), Type.Array(Type.String())], {
              description: 'Locales that `push` sends. Defaults to `source`.',
            }),
          ),
          tags: Type.Optional(
            Type.Array(Type.String({ minLength: 1, pattern: '\\S' }), {
              uniqueItems: true,
              description: 'Tags of the keys that `push` creates.',
            }),
          ),
        },
        closed,
      ),
    ),
    pull: Type.Optional(
      Type.Object(
        {
          states: Type.Optional(
            Type.Array(
              Type.Union([
                Type.Literal('translated'),
                Type.Literal('needs_review'),
                Type.Literal('reviewed'),
              ]),
              {
                minItems: 1,
                uniqueItems: true,
                description:
                  'States of the translations that `pull` writes into files, such as `["translated", "reviewed"]`. Defaults to all.',
              },
            ),
          ),
          empty: Type.Optional(
            Type.Union([Type.Literal('omit'), Type.Literal('empty')], {
              description:
                'Texts without a translation in files of one locale: `omit` leaves them out, `empty` adds them without a text. Defaults to `omit`.',
            }),
          ),
          sort: Type.Optional(
            Type.Union([Type.Literal('base'), Type.Literal('end')], {
              description:
                'Place of the texts that `pull` adds to JSON and YAML files: `base` puts each behind the text that it follows in the file of the source locale, `end` behind all others. Texts that are there stay in their place. Defaults to `base`.',
            }),
          ),
          pseudo: Type.Optional(
            Type.Array(Type.String(), {
              uniqueItems: true,
              description:
                'Pseudo-locales that `pull` writes from the source files and other commands leave alone: `en-XA` for accents, `en-XK` for the names of the keys.',
            }),
          ),
        },
        closed,
      ),
    ),
    conflicts: Type.Optional(
      Type.Object(
        {
          source: Type.Optional(Side),
          targets: Type.Optional(Side),
        },
        {
          ...closed,
          description:
            'Side that wins where the file and the project both changed a text: `ours` is the file. Defaults to a question in a terminal, and to `fail` elsewhere.',
        },
      ),
    ),
    lock: Type.Optional(
      Type.Object(
        {
          hashes: Type.Optional(
            Type.Boolean({
              description:
                'False to keep hashes of files out of parlance.lock. Commands then compare all files each time. Defaults to true.',
            }),
          ),
        },
        closed,
      ),
    ),
    check: Type.Optional(
      Type.Object(
        {
          failOn: Type.Optional(
            Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('never')], {
              description: 'Severity from which `check` fails. Defaults to `error`.',
            }),
          ),
          minimum: Type.Optional(
            Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 100 }), {
              description:
                'Per cent of the keys of the source files that the files of a locale must translate, by locale: `{ "de": 95 }`.',
            }),
          ),
          unused: Type.Optional(
            Type.Object(
              {
                in: Type.Optional(
                  Type.Array(Type.String({ minLength: 1 }), {
                    description:
                      'Files of the program that `keys unused` reads, such as `src/**/*.{ts,tsx}`. Defaults to all files.',
                  }),
                ),
                ignore: Type.Optional(
                  Type.Array(Type.String({ minLength: 1 }), {
                    description: 'Keys that the program names in another way, such as `errors.*`.',
                  }),
                ),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    types: Type.Optional(
      Type.Object(
        {
          for: Type.Optional(
            Type.Union(
              LIBRARIES.map((library) => Type.Literal(library)),
              { description: 'Library that the declarations are for. Defaults to `plain`.' },
            ),
          ),
          file: Type.Optional(
            Type.String({
              minLength: 1,
              description: 'Path of the declarations from this file. Defaults to `parlance.d.ts`.',
            }),
          ),
          defaultNamespace: Type.Optional(
            Type.String({
              minLength: 1,
              description:
                'Namespace of i18next whose keys need no prefix. Defaults to `translation`.',
            }),
          ),
          split: Type.Optional(
            Type.Boolean({
              description:
                'True for a file of declarations for each first segment of many keys, in a folder beside the main file.',
            }),
          ),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: 'Configuration of the Parlance command line' },
);

export type ConfigFile = Static<typeof ConfigSchema>;
export type FileConfig = ConfigFile['files'][number];
