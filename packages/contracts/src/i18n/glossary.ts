import { type Static, Type } from 'typebox';
import { endpoint, scoped } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { closed, named, nullable, recordOf, updateBody } from '../schema/build.ts';
import {
  Archived,
  counting,
  Description,
  Id,
  ProjectId,
  SearchText,
  Timestamp,
} from '../schema/common.ts';
import { archivableListQuery, ListMeta } from '../schema/list.ts';
import { projectParams } from './projects.ts';

const Term = Type.String({
  minLength: 1,
  maxLength: LIMITS.nameLength,
  pattern: '\\S',
  description: 'Term in the source language. Must not be blank.',
});
const DoNotTranslate = Type.Boolean({
  description: 'True if the term is never translated, such as a brand name.',
});
const CaseSensitive = Type.Boolean({
  description: 'True if the term matches only in this exact case.',
});
const Translations = recordOf(
  { ...Term, description: 'Translation of the term.' },
  {
    maxProperties: LIMITS.localesPerProject,
    description: 'Translations of the term by locale.',
  },
);

export const GlossaryTerm = named('GlossaryTerm', {
  id: Id,
  projectId: Type.String({
    format: 'uuid',
    description:
      'Project that the term belongs to. A child project also uses the terms of its parent.',
  }),
  term: Type.String({ description: 'Term in the source language.' }),
  translations: recordOf(Type.String(), { description: 'Translations of the term by locale.' }),
  doNotTranslate: DoNotTranslate,
  caseSensitive: CaseSensitive,
  note: Type.String({ description: 'Note for translators.' }),
  archivedAt: nullable(Timestamp, {
    description: 'Time at which the term was archived. Null if it is active.',
  }),
});
export type GlossaryTerm = Static<typeof GlossaryTerm>;

const termParams = closed({ projectId: ProjectId, termId: Id });

const optionalFields = {
  translations: Type.Optional(Translations),
  doNotTranslate: Type.Optional(DoNotTranslate),
  caseSensitive: Type.Optional(CaseSensitive),
  note: Type.Optional(Description),
};

export const i18nGlossaryList = endpoint({
  id: 'i18n.glossary.list',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/glossary',
  summary:
    'Lists glossary terms, oldest first. The list of a child project includes the terms of its parent.',
  access: scoped('i18n:read'),
  params: projectParams,
  query: archivableListQuery({
    q: Type.Optional(SearchText),
    inherited: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'False to leave out the terms inherited from the parent project. Defaults to true.',
      }),
    ),
  }),
  data: Type.Array(GlossaryTerm),
  meta: ListMeta,
});

export const i18nGlossaryCreate = endpoint({
  id: 'i18n.glossary.create',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/glossary',
  summary: 'Creates a glossary term.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({ term: Term, ...optionalFields }),
  status: 201,
  data: GlossaryTerm,
  errors: ['conflict', 'archived'],
});

export const i18nGlossaryUpdate = endpoint({
  id: 'i18n.glossary.update',
  method: 'PATCH',
  path: '/v1/i18n/projects/:projectId/glossary/:termId',
  summary:
    'Changes a glossary term. `translations` replaces all translations; `archived: false` restores the term.',
  access: scoped('i18n:write'),
  params: termParams,
  body: updateBody({
    term: Type.Optional(Term),
    ...optionalFields,
    archived: Type.Optional(Archived),
  }),
  data: GlossaryTerm,
  errors: ['conflict', 'archived'],
});

export const i18nGlossaryDelete = endpoint({
  id: 'i18n.glossary.delete',
  method: 'DELETE',
  path: '/v1/i18n/projects/:projectId/glossary/:termId',
  summary: 'Archives a glossary term.',
  access: scoped('i18n:write'),
  params: termParams,
  data: GlossaryTerm,
  errors: ['archived'],
});

export const GlossaryFile = named('GlossaryFile', {
  csv: Type.String({
    description:
      'CSV (RFC 4180) with the columns `term`, `note`, `do_not_translate`, `case_sensitive` and a column for each locale.',
  }),
  terms: counting('Number of terms in the file.'),
});
export type GlossaryFile = Static<typeof GlossaryFile>;

export const i18nGlossaryExport = endpoint({
  id: 'i18n.glossary.export',
  method: 'GET',
  path: '/v1/i18n/projects/:projectId/glossary/export',
  summary: 'Returns the active terms of the project as CSV, without inherited terms.',
  access: scoped('i18n:read'),
  params: projectParams,
  data: GlossaryFile,
});

export const GlossaryImport = named('GlossaryImport', {
  created: counting('Terms that were added.'),
  updated: counting('Terms that were changed.'),
  unchanged: counting('Terms that were the same.'),
});
export type GlossaryImport = Static<typeof GlossaryImport>;

export const i18nGlossaryImport = endpoint({
  id: 'i18n.glossary.import',
  method: 'POST',
  path: '/v1/i18n/projects/:projectId/glossary/import',
  summary: 'Adds and changes glossary terms from CSV, all or none. An empty cell changes nothing.',
  access: scoped('i18n:write'),
  params: projectParams,
  body: closed({
    csv: Type.String({
      minLength: 1,
      maxLength: LIMITS.termsFileLength,
      description:
        'CSV with a header line. The column `term` is required; `note`, `do_not_translate`, `case_sensitive` and locales such as `pt-BR` are optional. At most 500 terms.',
    }),
    dryRun: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True to count what would change, without changing it. Defaults to false.',
      }),
    ),
  }),
  data: GlossaryImport,
  bodyLimitBytes: LIMITS.importBodyBytes,
  errors: ['content_invalid', 'conflict', 'archived'],
});
